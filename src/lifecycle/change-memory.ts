import { join } from 'node:path';
import { planAndApply } from '../delivery/apply.ts';
import type { Change } from '../delivery/change.ts';
import { resolveInside } from '../delivery/containment.ts';
import { diffPlan, type FileDiff } from '../delivery/diff.ts';
import { planMemory } from '../delivery/plan.ts';
import { loadMemory, loadUserMemory, MEMORY_FILE, MEMORY_FOLDER, type Memory } from '../memory/memory.ts';
import type { Notice } from '../memory/notice.ts';
import { noticeWithheld } from '../memory/tellable.ts';
import { absorbToolFiles, planToolFiles } from './tool-files.ts';

/** Whose memory is changed, and how. */
export interface MemoryRequest {
  /** The folder that the memory is in: the root of the project's main checkout, or hardwon's configuration folder. */
  root: string;
  /** Of the user's own memory, the project that it is changed from: `undo` there takes the change back. */
  userIn?: string;
  /** hardwon's data folder: undo records and the lock. */
  dataDir: string;
  home: string;
  now: Date;
  /** Write it; else only what would be written is told. */
  apply: boolean;
}

/** A memory after a change, and what else is to be written with it. */
export interface ChangedMemory<T> {
  memory: Memory;
  /** Files besides the memory: an instruction file that a lesson is promoted to. */
  others?: readonly Change[];
  /** What the caller wants to know of it. */
  outcome: T;
}

/** What a change came to. */
export interface MemoryChange<T> {
  outcome: T;
  memory: Memory;
  /** Whether files were written. */
  applied: boolean;
  /** Each file, with its diff. */
  diffs: FileDiff[];
  /** What the memory file itself had to say when it was read. */
  notices: Notice[];
}

/**
 * Changes a memory: read, changed and written while no other hardwon writes, so that of many at once none is lost. The files
 * are replaced whole or not at all, and `hardwon undo` takes the change back.
 */
export async function changeMemory<T>(
  request: MemoryRequest,
  change: (memory: Memory) => ChangedMemory<T> | Promise<ChangedMemory<T>>,
): Promise<MemoryChange<T>> {
  const { root, userIn, dataDir, home, now } = request;
  const plan = async () => {
    await resolveInside(join(root, MEMORY_FOLDER, MEMORY_FILE), root);
    const before = await absorbToolFiles(await (userIn === undefined ? loadMemory : loadUserMemory)(root), root, now);
    const { memory, others = [], outcome } = await change(before.memory);
    const changes = [...(await planMemory(memory, root)), ...(await planToolFiles(memory, before.toolFiles, root)), ...others];
    const notices = [...before.memory.notices, ...before.toolFiles.notices, ...noticeNewlyWithheld(before.memory, memory)];
    return { projectRoot: userIn ?? root, changes, refusals: [], memory, outcome, notices };
  };
  const done = request.apply ? await planAndApply(plan, { dataDir, now }) : { plan: await plan(), written: [] };
  const { memory, outcome, notices } = done.plan;
  return { outcome, memory, applied: done.written.length > 0, diffs: diffPlan(done.plan, home), notices };
}

/** What a change brought into memory that agents are not told, such as a lesson that was restored. */
function noticeNewlyWithheld(before: Memory, after: Memory): Notice[] {
  const known = new Set(before.entries.map(({ id, guidance }) => `${id} ${guidance}`));
  return noticeWithheld(after.entries.filter(({ id, guidance }) => !known.has(`${id} ${guidance}`)));
}
