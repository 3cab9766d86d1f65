import { statSync } from 'node:fs';
import { join } from 'node:path';
import { absorbToolFiles } from '../lifecycle/tool-files.ts';
import { loadMemory, MEMORY_FOLDER } from '../memory/memory.ts';
import type { Notice } from '../memory/notice.ts';
import { FIXES_FILE, LEARNED_FOLDER, PATTERNS_FILE } from '../memory/tool-fixes/tool-files.ts';
import { isTellable } from '../verify/verified.ts';
import type { Askable } from './known-issues.ts';

/** The lessons of a memory that can be asked for, and the notices about its files. */
export interface AskableMemory {
  lessons: readonly Askable[];
  notices: Notice[];
}

/**
 * Reads a memory, including what people wrote into the files of tool fixes since it was last changed; those fixes get the ids
 * that the next change gives them.
 */
export async function readAskable(root: string): Promise<AskableMemory> {
  const memory = await loadMemory(root);
  const edited = lastEdit(root);
  if (edited === undefined) return { lessons: memory.entries.filter(isTellable), notices: memory.notices };
  const absorbed = await absorbToolFiles(memory, root, edited);
  return {
    lessons: absorbed.memory.entries.filter(isTellable),
    notices: [...memory.notices, ...absorbed.toolFiles.notices],
  };
}

/**
 * Returns when the files of tool fixes were last edited, which is the day of anything new in them; undefined if there are none.
 */
function lastEdit(root: string): Date | undefined {
  const times = [FIXES_FILE, PATTERNS_FILE].flatMap((name) => {
    const facts = statSync(join(root, MEMORY_FOLDER, LEARNED_FOLDER, name), { throwIfNoEntry: false });
    return facts ? [facts.mtimeMs] : [];
  });
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}
