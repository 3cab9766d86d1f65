import type { Program } from './program.ts';

/** Linters of SQL. */
export const sql: Program = { names: 'sqlfluff', rewrites: { tidies: 'fix format' } };
