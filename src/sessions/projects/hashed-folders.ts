import { createHash } from 'node:crypto';
import { isAbsolutePath } from '../../shared/paths.ts';
import type { SessionPlace } from './project.ts';

/**
 * Returns the sessions, each with its folder. Some logs have only a hash of it: another session in the same folder reveals its
 * name. A hash that no session reveals stays without a folder.
 */
export function placeHashed(sessions: readonly SessionPlace[]): readonly SessionPlace[] {
  if (!sessions.some(isNameless)) return sessions;
  const folders = new Set(sessions.flatMap(({ cwds }) => cwds.filter(isAbsolutePath)));
  const named = new Map([...folders].map((folder) => [createHash('sha256').update(folder).digest('hex'), folder]));
  return sessions.map((session) => {
    const folder = isNameless(session) ? named.get(session.folderHash ?? '') : undefined;
    return folder === undefined ? session : { ...session, cwds: [folder] };
  });
}

function isNameless({ cwds, folderHash }: SessionPlace): boolean {
  return cwds.length === 0 && folderHash !== undefined;
}
