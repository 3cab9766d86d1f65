import { join } from 'node:path';
import { planAndApply } from '../delivery/apply.ts';
import type { Change } from '../delivery/change.ts';
import { resolveInside } from '../delivery/containment.ts';
import { diffPlan, type FileDiff } from '../delivery/diff.ts';
import { planMemory } from '../delivery/plan.ts';
import { loadMemory, loadUserMemory, MEMORY_FILE, MEMORY_FOLDER, type Memory } from '../memory/memory.ts';
import type { Notice } from '../memory/notice.ts';
import { noticeWithheld } from '../verify/verified.ts';
import { absorbToolFiles, planToolFiles } from './tool-files.ts';

/** Whose memory to change, and how. */
export interface MemoryRequest {
  /** The folder that contains the memory: the root of the project's main checkout, or hardwon's configuration folder. */
  root: string;
  /** For the user's own memory: the project from which it is changed, where `undo` reverts the change. */
  userIn?: string;
  /** hardwon's data folder, for undo records and the lock. */
  dataDir: string;
  home: string;
  now: Date;
  /** Whether to write; otherwise the result only says what would be written. */
  apply: boolean;
}

/** A memory after a change, and the other files to write with it. */
export interface ChangedMemory<T> {
  memory: Memory;
  /** Files besides the memory, such as an instruction file to which a lesson is promoted. */
  others?: readonly Change[];
  /** The result for the caller. */
  outcome: T;
}

/** The outcome of a change. */
export interface MemoryChange<T> {
  outcome: T;
  memory: Memory;
  /** Whether files were written. */
  applied: boolean;
  /** Each file with its diff. */
  diffs: FileDiff[];
  /** Notices about the memory file itself from reading it. */
  notices: Notice[];
}

/**
 * Changes a memory: reads, changes and writes it while no other hardwon process writes, so that no concurrent change is lost. The
 * files are replaced all together or not at all, and `hardwon undo` reverts the change.
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
    const changes = [
      ...(await planMemory(memory, root)),
      ...(await planToolFiles(memory, before.toolFiles, root)),
      ...others,
    ];
    const notices = [
      ...before.memory.notices,
      ...before.toolFiles.notices,
      ...noticeNewlyWithheld(before.memory, memory),
    ];
    return { projectRoot: userIn ?? root, changes, refusals: [], memory, outcome, notices };
  };
  const done = request.apply ? await planAndApply(plan, { dataDir, now }) : { plan: await plan(), written: [] };
  const { memory, outcome, notices } = done.plan;
  return { outcome, memory, applied: done.written.length > 0, diffs: diffPlan(done.plan, home), notices };
}

/** Reports lessons that the change brought into memory but that are withheld from agents, such as a restored one. */
function noticeNewlyWithheld(before: Memory, after: Memory): Notice[] {
  const known = new Set(before.entries.map(({ id, guidance }) => `${id} ${guidance}`));
  return noticeWithheld(after.entries.filter(({ id, guidance }) => !known.has(`${id} ${guidance}`)));
}
