/** The number of migrations in `schema.ts`, apart from them: only an index of another version needs their code. */
export const SCHEMA_VERSION = 3;
