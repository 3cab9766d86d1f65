import type { ContextFile } from '../../agents/context.ts';
import type { Memory } from '../../memory/memory.ts';
import { type ChangedMemory, changeMemory, type MemoryChange, type MemoryRequest } from '../change-memory.ts';
import { planUserFiles } from './plan-user-files.ts';

/** A change of the user's own memory. */
export interface UserMemoryRequest extends MemoryRequest {
  userIn: string;
  /** The files that show its rules. */
  files: readonly ContextFile[];
}

/** Changes the user's own memory, and brings the rules in their files in line: one change, which `hardwon undo` takes back. */
export function changeUserMemory<T>(
  { files, ...request }: UserMemoryRequest,
  change: (memory: Memory) => ChangedMemory<T> | Promise<ChangedMemory<T>>,
): Promise<MemoryChange<T>> {
  return changeMemory(request, async (before) => {
    const changed = await change(before);
    const shown = await planUserFiles(files, before.entries, changed.memory.entries);
    return { ...changed, others: [...(changed.others ?? []), ...shown] };
  });
}
