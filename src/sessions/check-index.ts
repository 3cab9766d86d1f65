import { existsSync, statSync } from 'node:fs';
import { loadSqlite } from '../shared/load-sqlite.ts';
import { SCHEMA_VERSION } from './schema.ts';

/** The state of the index file. */
export type IndexCheck =
  | { state: 'missing' }
  | { state: 'good'; bytes: number; changedAt: number; sessions: number }
  /** Made by another release: the next run migrates or rebuilds it. */
  | { state: 'other-version'; version: number; wanted: number }
  | { state: 'damaged'; reason: string };

/** A session has a row for each of its files: that of a subagent is part of it. */
const COUNT_SESSIONS = 'select count(*) from (select distinct agent, session from sessions)';

/** Checks the index file, without changing or migrating it. Throws if SQLite cannot be loaded: the file may be good. */
export function checkIndexFile(path: string): IndexCheck {
  if (!existsSync(path)) return { state: 'missing' };
  const { DatabaseSync } = loadSqlite();
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    try {
      const read = (text: string): unknown => Object.values(database.prepare(text).get() ?? {})[0];
      const version = Number(read('pragma user_version'));
      const [first] = database.prepare('pragma quick_check(1)').all();
      const verdict = String(Object.values(first ?? {})[0]);
      if (verdict !== 'ok') return { state: 'damaged', reason: verdict.split('\n')[0] ?? '' };
      if (version !== SCHEMA_VERSION) return { state: 'other-version', version, wanted: SCHEMA_VERSION };
      const { size, mtimeMs } = statSync(path);
      return { state: 'good', bytes: size, changedAt: mtimeMs, sessions: Number(read(COUNT_SESSIONS)) };
    } finally {
      database.close();
    }
  } catch (error) {
    return { state: 'damaged', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the version of SQLite. Throws if it cannot be loaded. */
export function readSqliteVersion(): string {
  const database = new (loadSqlite().DatabaseSync)(':memory:');
  try {
    return String(Object.values(database.prepare('select sqlite_version()').get() ?? {})[0]);
  } finally {
    database.close();
  }
}
