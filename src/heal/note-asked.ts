import { findFileIn, findProjectFile } from '../config/find-config-files.ts';
import { OWN_NAME } from '../delivery/journal/entry.ts';
import { noteInJournal } from '../delivery/journal/note-in-journal.ts';
import { Snapshot } from '../delivery/snapshot/layout.ts';
import { snapshotPath } from '../delivery/snapshot/place.ts';
import type { OwnFolders } from '../shared/folders.ts';
import type { UserHome } from '../shared/surroundings.ts';
import type { RememberedIssue } from './ask-memory.ts';

/** Where and when somebody asked. */
interface Asking extends UserHome {
  /** The root of the project. */
  root: string;
  folders: OwnFolders;
  now: Date;
  /** The session of the agent that asked, if known. */
  session?: { agent: string; session: string } | undefined;
}

/**
 * Records which lessons of the project were shown to somebody who asked. Nobody sees what follows from them, so their effect
 * stays unknown. Errors here are ignored, because only the answer matters.
 */
export async function noteAsked(
  issues: readonly Pick<RememberedIssue, 'id' | 'layer'>[],
  asking: Asking,
): Promise<void> {
  const { root, folders, now, session = { agent: OWN_NAME, session: '' } } = asking;
  const lessons = issues.filter(({ layer }) => layer === 'project').map(({ id }) => id);
  if (lessons.length === 0) return;
  try {
    if (!(await keepsJournal(asking))) return;
    const head = { at: now.toISOString(), project: root, ...session };
    noteInJournal(
      folders.data,
      lessons.map((lesson) => ({ ...head, what: 'shown', as: 'asked', lesson })),
    );
  } catch {}
}

/**
 * Whether the user wants a journal, according to the snapshot, which every change of the memory synchronises with the
 * configuration. Reading the configuration itself takes as long as the whole answer, and is left to projects without a snapshot.
 */
async function keepsJournal({ root, folders, home, env }: Asking): Promise<boolean> {
  const kept = readSnapshot(snapshotPath(folders.cache, root));
  if (kept !== undefined) return kept;
  if (findFileIn(folders.config) === undefined && findProjectFile({ cwd: root, home }) === undefined) return true;
  const { loadConfig } = await import('../config/load-config.ts');
  return (await loadConfig({ cwd: root, home, env })).config.live?.journal !== false;
}

function readSnapshot(path: string): boolean | undefined {
  try {
    const snapshot = new Snapshot(path);
    snapshot.close();
    return snapshot.header.live.journal;
  } catch {
    // There is none, or it is broken.
    return undefined;
  }
}
