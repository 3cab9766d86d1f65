import type { Program } from '../program.ts';

/** Object mappers for databases, with their migrations. */
export const prismaPrograms: readonly Program[] = [
  {
    names: 'prisma',
    subcommands: { second: 'migrate db' },
    looks: 'version migrate/status',
    changes: 'generate migrate/dev migrate/deploy migrate/reset db/push db/pull db/seed',
    causes: [
      {
        id: 'prisma.client',
        kind: 'module-missing',
        has: 'did not initialize yet',
        line: /(?<subject>@prisma\/client) did not initialize yet/,
        strict: true,
      },
      {
        id: 'env.not-found',
        kind: 'bad-argument',
        has: 'nvironment variable not found',
        line: /[Ee]nvironment variable not found: (?<subject>[A-Z][A-Z0-9_]{2,})/,
      },
    ],
    rewrites: { tidies: 'format', generates: 'generate' },
    builds: 'build generate',
    isNoWord: true,
  },
  { names: 'drizzle-kit', subcommands: {}, changes: 'generate push migrate' },
  { names: 'knex', changes: true },
  { names: 'sequelize', changes: true },
  { names: 'typeorm', changes: true },
];
