import { join } from 'node:path';
import type { ProjectMemoryChange } from '../app/memory/change-project-memory.ts';
import { printNotice } from '../memory/notice.ts';
import { quoteWord } from './views/text.ts';

/** The options of every command that changes a memory. */
export interface MemoryFlags {
  project?: string;
  /** Selects the user's own memory, in commands that support it. */
  user?: true;
  json?: true;
}

/** Returns the fields that the JSON output of all such commands shares. */
export function describeChange<T>({ root, base = root, applied, diffs, notices }: ProjectMemoryChange<T>): object {
  return {
    root,
    applied,
    changes: diffs.map(({ name, action, text }) => ({ path: pathOf(base, name), name, action, diff: text })),
    notices: notices.map(printNotice),
  };
}

/** Returns the path of a file from its name in a diff: relative names are in the project, others are complete. */
function pathOf(root: string, name: string): string {
  return name.startsWith('~/') || name.startsWith('/') ? name : join(root, name);
}

/** Returns the option that selects the same project again. */
export function askedProject({ project }: Pick<MemoryFlags, 'project'>): string {
  return project === undefined ? '' : ` --project ${quoteWord(project)}`;
}
