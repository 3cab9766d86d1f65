import type { Kysely, RawBuilder } from 'kysely';
import type { TeamTables } from './schema.ts';

/** A table that rows are sent to. */
export type SentTable = 'words' | 'seen' | 'outcome' | 'arm' | 'decision';

/** What differs between databases that a team can share; everything else is one set of queries. */
export interface TeamEngine {
  /** Runs work in one transaction. With `isReading` it changes nothing, and sees one state of the database throughout. */
  transaction<T>(work: (db: Kysely<TeamTables>) => Promise<T>, options?: { isReading?: boolean }): Promise<T>;
  /** Loads rows into the temporary table `incoming_<table>` of the running transaction. */
  load(db: Kysely<TeamTables>, table: SentTable, rows: readonly object[]): Promise<void>;
  /** Returns the mark of a change in the running transaction. */
  mark(db: Kysely<TeamTables>): Promise<RawBuilder<number>>;
  /**
   * Returns a mark below which every change is visible by now. What is fetched next time has this mark or a higher one: nothing
   * that was committed late is missed, and something may come twice.
   */
  horizon(db: Kysely<TeamTables>): Promise<number>;
  /** Returns the pseudonym of the person who is connected. */
  me(): Promise<string>;
  /** Makes sure that rows of these months can be stored. */
  prepareMonths(months: readonly number[]): Promise<void>;
  /** Whether an error says that a month was pruned after it had been prepared. */
  isMonthGone(error: unknown): boolean;
  /** Removes the rows of months before this one from the monthly tables, in the running transaction. Returns their number. */
  dropMonths(db: Kysely<TeamTables>, before: number): Promise<number>;
  /** Removes words that no group uses, in the running transaction. Returns their number. */
  dropWords(db: Kysely<TeamTables>): Promise<number>;
  close(): Promise<void>;
}
