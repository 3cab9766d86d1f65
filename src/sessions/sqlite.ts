import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Kysely } from 'kysely';
import { loadSqlite } from '../shared/load-sqlite.ts';
import { KNOWN_QUERIES } from './known-queries.ts';
import type { Tables } from './schema.ts';
import type { Prepared, SqlValue, Store } from './store.ts';

/** Maximum time for which a writer waits for another process: one batch takes some 50 ms. */
const PATIENCE_MS = 15_000;

/** Opens or creates a database file; `:memory:` is not stored. Throws the errors of SQLite. */
export function openSqlite(path: string): Store {
  const database = openDatabase(path);
  let builder: Promise<Kysely<Tables>> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    builder() {
      builder ??= import('./sqlite-dialect.ts').then(({ createBuilder }) => createBuilder(database));
      return builder;
    },
    prepare: (query) => prepare(database, query.compile().sql),
    ask: (query, values) => prepare(database, KNOWN_QUERIES[query]).all(values),
    transaction(work) {
      // There is one connection: transactions of this process run one after the other.
      const mine = last.then(() => runTransaction(database, work));
      last = mine.catch(() => {});
      return mine;
    },
    readVersion: () => Number(Object.values(database.prepare('pragma user_version').get() ?? {})[0] ?? 0),
    writeVersion: (version) => database.exec(`pragma user_version = ${Math.trunc(version)}`),
    // The package has no way to finalise statements: the side files of the database stay until they are collected, or the process
    // ends.
    close: () => database.close(),
  };
}

/** Opens a database file with the settings for data that can be rebuilt. */
export function openDatabase(path: string): DatabaseSyncInstance {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(path, { timeout: PATIENCE_MS });
  try {
    // Large pages take a seventh less time for the first fill. WAL allows readers and one writer at a time. Not synced: data
    // destroyed by a power cut is rebuilt from the logs.
    database.exec(
      'pragma page_size = 16384; pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -32000',
    );
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

async function runTransaction<T>(database: DatabaseSyncInstance, work: () => Promise<T>): Promise<T> {
  database.exec('begin immediate');
  try {
    const result = await work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

function prepare(database: DatabaseSyncInstance, sql: string): Prepared {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return {
    run: (values) => Number(statement.run(...values).changes),
    all: (values) => statement.all(...values) as SqlValue[][],
  };
}
