import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { refreshHooks } from '../../app/install/refresh-hooks.ts';
import { changeOwnMemory } from '../../app/memory/change-own-memory.ts';
import { changeMemoryOf } from '../../app/memory/change-project-memory.ts';
import { isIgnoredByGit, isSeenByGit } from '../../delivery/git-ignored.ts';
import { Snapshot } from '../../delivery/snapshot/layout.ts';
import { snapshotPath } from '../../delivery/snapshot/place.ts';
import type { FileStamp } from '../../delivery/snapshot/snapshot.ts';
import { countLessons } from '../../lessons/count-lessons.ts';
import { MEMORY_FILE, MEMORY_FOLDER, type Memory } from '../../memory/memory.ts';
import { printNotice } from '../../memory/notice.ts';
import type { Examination, ExaminationFinding, Installation } from '../examination.ts';

/**
 * Examines the files with the lessons of the project and of the user: whether they can be read, and whether everything derived
 * from them is up to date.
 */
export const memory: Examination = {
  name: 'memory',
  title: 'Memory',
  async examine(patient) {
    const { root, folders } = patient;
    const own = existsSync(pathIn(root)) ? await examineMemory(patient, changeMemoryOf) : [tellNone(root)];
    const users = existsSync(pathIn(folders.config)) ? await examineMemory(patient, changeOwnMemory) : [];
    return [
      ...own,
      ...(existsSync(pathIn(root)) ? [await examineSharing(root), examineSnapshot(patient)] : []),
      ...users,
    ];
  },
};

function pathIn(root: string): string {
  return join(root, MEMORY_FOLDER, MEMORY_FILE);
}

function tellNone(root: string): ExaminationFinding {
  return { state: 'ok', says: `${root} has no lessons yet.`, fix: 'hardwon learn shows what its sessions teach.' };
}

/** Makes a dry run of a change that changes nothing: anything it would write is a view that is out of date. */
async function examineMemory(
  { root, home, now, env }: Installation,
  change: typeof changeMemoryOf | typeof changeOwnMemory,
): Promise<ExaminationFinding[]> {
  const keep = (memory: Memory) => ({ memory, outcome: undefined });
  const { memory, diffs, notices } = await change(root, { home, env, now }, false, keep);
  const { ready } = countLessons(memory.entries);
  const count = `${memory.entries.length} ${memory.entries.length === 1 ? 'lesson' : 'lessons'}, ${ready} ready`;
  const findings: ExaminationFinding[] = [{ state: 'ok', says: `${memory.path}: ${count}.` }];
  for (const notice of notices) {
    const says = `${printNotice(notice)}.`;
    const isBroken = notice.code !== 'no-file';
    findings.push(
      isBroken
        ? { state: 'problem', says, fix: 'Correct it there; the rest of the file is still used.' }
        : { state: 'note', says },
    );
  }
  if (diffs.length > 0) {
    const names = diffs.map(({ name }) => name).join(', ');
    const run = async () => void (await change(root, { home, env, now }, true, keep));
    findings.push({
      state: 'note',
      says: `Not up to date: ${names}. Somebody edited one of them, or the memory; the next change of the memory updates them.`,
      fix: 'hardwon doctor --fix',
      repair: { does: `bring ${names} up to date`, run },
    });
  }
  return findings;
}

async function examineSharing(root: string): Promise<ExaminationFinding> {
  const isHidden = await isIgnoredByGit(pathIn(root), root);
  if (isHidden) return { state: 'ok', says: 'Git ignores the lessons: they are yours alone (hardwon share).' };
  const isSeen = await isSeenByGit(pathIn(root), root);
  if (isSeen)
    return {
      state: 'ok',
      says: 'Git sees the lessons: everybody with the repository can have them (hardwon unshare).',
    };
  return { state: 'ok', says: 'This is not a git repository: the lessons are yours alone.' };
}

/** Examines the snapshot from which hooks answer, which is compiled from the memory. */
function examineSnapshot({ root, folders, home, env, now }: Installation): ExaminationFinding {
  const path = snapshotPath(folders.cache, root);
  const repair = { does: 'rebuild the lessons that hooks use', run: () => refreshHooks(root, { home, env, now }) };
  const stale = (says: string): ExaminationFinding => ({ state: 'note', says, fix: 'hardwon learn --apply', repair });
  if (!existsSync(path)) return stale('Hooks have no lessons yet: they were not compiled for them.');
  const stamp = readStamp(path);
  if (!stamp) return stale('The lessons compiled for hooks are unreadable: hooks are silent.');
  const { size, mtimeMs } = statSync(pathIn(root));
  if (stamp.size === size && stamp.mtimeMs === mtimeMs)
    return { state: 'ok', says: 'The lessons compiled for hooks are up to date.' };
  return stale('The memory was edited since it was compiled for hooks: hooks do not show the changes yet.');
}

function readStamp(path: string): FileStamp | undefined {
  try {
    const snapshot = new Snapshot(path);
    snapshot.close();
    return snapshot.header.memory;
  } catch {
    return undefined;
  }
}
