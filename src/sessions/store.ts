import type { Compilable, Kysely } from 'kysely';
import type { KnownQuery } from './known-queries.ts';
import type { Tables } from './schema.ts';

/**
 * A database for the index. The one for SQLite is in `sqlite.ts`; another needs a dialect of kysely and these few methods, and
 * every query stays as it is.
 */
export interface Store {
  /** Returns the builder of all queries, which also runs those that are run once. Loaded on first use. */
  builder(): Promise<Kysely<Tables>>;
  /** Prepares a query that is run many times; its parameters are in the order in which it names them. */
  prepare(query: Compilable): Prepared;
  /** Runs a query that every run needs. */
  ask(query: KnownQuery, values: readonly SqlValue[]): SqlValue[][] | Promise<SqlValue[][]>;
  /** Runs the work in a transaction that excludes other writers, in this process and in others. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Returns the version of the tables, 0 if there are none yet. */
  readVersion(): number;
  writeVersion(version: number): void;
  close(): void;
}

/** A value that every database can store. */
export type SqlValue = string | number | null;

export interface Prepared {
  /** Runs it and returns the number of rows that changed. */
  run(values: readonly SqlValue[]): number | Promise<number>;
  /** Returns its rows as lists, in the order of the selected columns. */
  all(values: readonly SqlValue[]): SqlValue[][] | Promise<SqlValue[][]>;
}
