import { join } from 'node:path';
import type { ProjectMemoryChange } from '../app/memory/change-project-memory.ts';
import { printNotice } from '../memory/notice.ts';
import { quoteWord } from './views/text.ts';

/** The options of every command that changes a memory. */
export interface MemoryFlags {
  project?: string;
  /** The user's own memory, where the command knows of it. */
  user?: true;
  json?: true;
}

/** The part of a JSON answer that all such commands share. */
export function describeChange<T>({ root, base = root, applied, diffs, notices }: ProjectMemoryChange<T>): object {
  return {
    root,
    applied,
    changes: diffs.map(({ name, action, text }) => ({ path: pathOf(base, name), name, action, diff: text })),
    notices: notices.map(printNotice),
  };
}

/** A file of the project by the name that a diff gives it; what lies elsewhere is named whole. */
function pathOf(root: string, name: string): string {
  return name.startsWith('~/') || name.startsWith('/') ? name : join(root, name);
}

/** What the user would add to ask for the same project again. */
export function askedProject({ project }: Pick<MemoryFlags, 'project'>): string {
  return project === undefined ? '' : ` --project ${quoteWord(project)}`;
}
