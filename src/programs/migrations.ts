import type { Program } from './program.ts';

/** Migrations of databases, in any language. */
export const migrationsPrograms: readonly Program[] = [
  {
    names: 'alembic',
    subcommands: { values: '-c --config -x -n' },
    looks: 'current history heads show branches',
    changes: 'upgrade downgrade revision stamp',
    isNoWord: true,
  },
  { names: 'flyway', changes: true },
  { names: 'liquibase', changes: true },
  { names: 'goose', changes: true },
  { names: 'dbmate', changes: true },
  { names: 'atlas', changes: true },
  { names: 'sqlc', changes: true, rewrites: { generates: 'generate' }, builds: 'build generate' },
];
