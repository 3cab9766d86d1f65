/** The database of the index. Everything is done at once: there is one connection, and its queries take microseconds. */
export interface Store {
  /** Runs a query, prepared at its first use, and returns its rows as lists, in the order of the selected columns. */
  all(sql: string, ...values: SqlValue[]): SqlValue[][];
  /** Runs a statement, prepared at its first use, and returns the number of rows that changed. */
  run(sql: string, ...values: SqlValue[]): number;
  /** Runs the work in a transaction that excludes other writers. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** A value that SQLite stores. */
export type SqlValue = string | number | null;
