import type { ContextFile } from '../../agents/context.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Notice } from '../../memory/notice.ts';
import { type ChangedMemory, changeMemory, type MemoryChange, type MemoryRequest } from '../change-memory.ts';
import { listLeftOut, planUserFiles } from './plan-user-files.ts';

/** A change of the user's own memory. */
interface UserMemoryRequest extends MemoryRequest {
  userIn: string;
  /** The files that show its rules. */
  files: readonly ContextFile[];
}

/** Changes the user's own memory and updates the rules in their files: one change, which `hardwon undo` reverts. */
export async function changeUserMemory<T>(
  { files, ...request }: UserMemoryRequest,
  change: (memory: Memory) => ChangedMemory<T> | Promise<ChangedMemory<T>>,
): Promise<MemoryChange<T>> {
  const done = await changeMemory(request, async (before) => {
    const changed = await change(before);
    const shown = await planUserFiles(files, before.entries, changed.memory.entries);
    return { ...changed, others: [...(changed.others ?? []), ...shown] };
  });
  const leftOut = listLeftOut(done.memory.entries);
  return leftOut.length === 0 ? done : { ...done, notices: [...done.notices, leftOutNotice(leftOut)] };
}

function leftOutNotice(ids: readonly string[]): Notice {
  const message = `the files that agents read in every project have no room for ${ids.join(', ')}; reject or merge less useful lessons with --user`;
  return { code: 'no-file', message };
}
