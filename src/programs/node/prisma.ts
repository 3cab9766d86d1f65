import type { Program } from '../program.ts';

/** Object mappers for databases, with their migrations. */
export const prismaPrograms: readonly Program[] = [
  {
    names: 'prisma',
    subcommands: { second: 'migrate db' },
    looks: 'version migrate/status',
    changes: 'generate migrate/dev migrate/deploy migrate/reset db/push db/pull db/seed',
    rewrites: { tidies: 'format', generates: 'generate' },
    builds: 'build generate',
  },
  { names: 'drizzle-kit', subcommands: {}, changes: 'generate push migrate' },
  { names: 'knex', changes: true },
  { names: 'sequelize', changes: true },
  { names: 'typeorm', changes: true },
];
