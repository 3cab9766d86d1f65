import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type NotedSession, notedFolder, notedPath, proposedPath } from '../../delivery/journal/noted.ts';
import { asText, isJson } from '../../shared/json-values.ts';
import { sameFile } from '../../shared/paths.ts';
import { readRegular } from '../../shared/regular-file.ts';

/** Returns the sessions of a project that hooks noted, the oldest first. Unreadable notes are left out. */
export async function listNoted(dataDir: string, root: string): Promise<NotedSession[]> {
  const folder = notedFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  const noted = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => readNoted(join(folder, name))),
  );
  return noted
    .flatMap((note) => (note && sameFile(note.project, root) ? [note] : []))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** Deletes the notes of sessions that the user has decided about. */
export async function forgetNoted(
  dataDir: string,
  sessions: readonly Pick<NotedSession, 'agent' | 'session'>[],
): Promise<void> {
  const paths = sessions.flatMap(({ agent, session }) => [
    notedPath(dataDir, agent, session),
    proposedPath(dataDir, agent, session),
  ]);
  await Promise.all(paths.map((path) => rm(path, { force: true }).catch(() => undefined)));
}

async function readNoted(path: string): Promise<NotedSession | undefined> {
  try {
    const fields: unknown = JSON.parse((await readRegular(path)).toString('utf8'));
    if (!isJson(fields)) return undefined;
    const [agent, session, project] = [asText(fields.agent), asText(fields.session), asText(fields.project)];
    if (agent === undefined || session === undefined || project === undefined) return undefined;
    return { agent, session, project, at: asText(fields.at) ?? '', failures: Number(fields.failures) || 0 };
  } catch {
    return undefined;
  }
}
