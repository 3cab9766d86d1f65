import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { loadSqlite } from '../shared/load-sqlite.ts';
import { SCHEMA_VERSION, TABLES } from './schema.ts';
import type { SqlValue, Store } from './store.ts';

/** Maximum time for which a writer waits for another process: one batch takes some 50 ms. */
const PATIENCE_MS = 15_000;

/** Opens or creates the database file of an index; `:memory:` is not stored. Throws the errors of SQLite. */
export function openSqlite(path: string): Store {
  const database = openDatabase(path);
  const statements = new Map<string, StatementSyncInstance>();
  const prepare = (sql: string): StatementSyncInstance => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    statements.set(sql, statement);
    return statement;
  };
  const store: Store = {
    all: (sql, ...values) => prepare(sql).all(...values) as unknown as SqlValue[][],
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
    transaction(work) {
      database.exec('begin immediate');
      try {
        const result = work();
        database.exec('commit');
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec('rollback');
        throw error;
      }
    },
    // The package has no way to finalise statements: the side files of the database stay until they are collected, or the process
    // ends.
    close: () => database.close(),
  };
  try {
    if (readVersion(database) !== SCHEMA_VERSION) store.transaction(() => createTables(database));
    return store;
  } catch (error) {
    database.close();
    throw error;
  }
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

/** Creates the tables, in place of those of an older version. */
function createTables(database: DatabaseSyncInstance): void {
  // Read again: another process may have created them while this one waited.
  const version = readVersion(database);
  if (version === SCHEMA_VERSION) return;
  if (version > SCHEMA_VERSION) throw new Error('the session index was written by a newer version');
  const tables = database.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'");
  for (const row of tables.all()) database.exec(`drop table "${Object.values(row ?? {})[0]}"`);
  database.exec(TABLES);
  database.exec(`pragma user_version = ${SCHEMA_VERSION}`);
}

function readVersion(database: DatabaseSyncInstance): number {
  return Number(Object.values(database.prepare('pragma user_version').get() ?? {})[0] ?? 0);
}
