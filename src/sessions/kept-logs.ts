import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SessionKey } from './read.ts';

/**
 * Says of sessions whether the log of one of them is still there. The index is opened for reading when the first question comes; where
 * there is none, nothing is known of any log. One that cannot be read may know every log.
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

/** A look of its own for each session: the file is open no longer than that, and a write of another process is not in its way. */
function lookInto(path: string): (key: SessionKey) => boolean {
  const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite') as typeof import('@photostructure/sqlite');
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
