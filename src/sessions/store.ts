import type { Compilable, Kysely } from 'kysely';
import type { KnownQuery } from './known-queries.ts';
import type { Tables } from './schema.ts';

/**
 * A database that holds the index. One for SQLite is in `sqlite.ts`; another one needs a dialect of kysely and these few methods, and
 * every query stays as it is.
 */
export interface Store {
  /** Builds every query, and runs those that are run once. Loaded when it is first needed. */
  builder(): Promise<Kysely<Tables>>;
  /** A query that is run many times, with its parameters in the order in which it names them. */
  prepare(query: Compilable): Prepared;
  /** Answers a query that every run asks. */
  ask(query: KnownQuery, values: readonly SqlValue[]): SqlValue[][] | Promise<SqlValue[][]>;
  /** Runs the work in a transaction that excludes other writers, in this process and in others. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** The version of the tables, 0 where there are none yet. */
  readVersion(): number;
  writeVersion(version: number): void;
  close(): void;
}

/** A value that every database can keep. */
export type SqlValue = string | number | null;

export interface Prepared {
  /** Runs it and gives the number of rows that changed. */
  run(values: readonly SqlValue[]): number | Promise<number>;
  /** Its rows as lists, in the order of the selected columns. */
  all(values: readonly SqlValue[]): SqlValue[][] | Promise<SqlValue[][]>;
}
