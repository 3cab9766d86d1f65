/** The number of migrations in `schema.ts`, kept separately because only an index of another version needs their code. */
export const SCHEMA_VERSION = 4;
