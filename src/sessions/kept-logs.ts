import { existsSync } from 'node:fs';
import { loadSqlite } from '../shared/load-sqlite.ts';
import type { SessionKey } from './read.ts';

/**
 * Returns a function that tells whether the log of any of the sessions still exists. The index is opened for reading at the first
 * question; without an index, no log is known. An index that cannot be read may contain every log.
 */
export function logFinder(indexPath: string): (sessions: readonly SessionKey[]) => boolean {
  const known = new Map<string, boolean>();
  let find: ((key: SessionKey) => boolean) | undefined;
  return (sessions) =>
    sessions.some((key) => {
      const name = JSON.stringify([key.agent, key.session]);
      const answered = known.get(name);
      if (answered !== undefined) return answered;
      find ??= existsSync(indexPath) ? lookInto(indexPath) : () => false;
      const isThere = find(key);
      known.set(name, isThere);
      return isThere;
    });
}

/**
 * Opens the file separately for each session, and no longer than necessary, so that it does not block writes of other processes.
 */
function lookInto(path: string): (key: SessionKey) => boolean {
  const { DatabaseSync } = loadSqlite();
  return ({ agent, session }) => {
    try {
      const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
      try {
        const rows = database.prepare(LOGS_OF_SESSION).all(agent, session);
        return rows.some((row) => existsSync(String(Object.values(row ?? {})[0])));
      } finally {
        database.close();
      }
    } catch {
      return true;
    }
  };
}

const LOGS_OF_SESSION =
  'select files.path from sessions join files on files.id = sessions.file where sessions.agent = ? and sessions.session = ?';
