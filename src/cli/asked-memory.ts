import { findProjectRoot } from '../app/find-project-root.ts';
import { changeMemoryOf, type ProjectMemoryChange } from '../app/memory/change-project-memory.ts';
import type { Host } from '../app/surroundings.ts';
import type { ChangedMemory } from '../lifecycle/change-memory.ts';
import { normaliseId } from '../lifecycle/entries.ts';
import { loadMemory, loadUserMemory, type Memory } from '../memory/memory.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { askedProject, type MemoryFlags } from './memory-change.ts';
import { refuseBoth } from './option-values.ts';

/** A memory, and the folder that it is in. */
export interface OpenedMemory {
  root: string;
  memory: Memory;
}

/** Reads the memory that the options mean: the user's own with `--user`, else that of the project. */
export async function openAskedMemory(flags: MemoryFlags, here: Host): Promise<OpenedMemory> {
  refuseBoth(flags);
  if (flags.user) return openOwnMemory(here);
  const root = findProjectRoot(flags, here);
  return { root, memory: await loadMemory(root) };
}

/** The same, to look at a lesson: where the project has none of that id, it is the one in the user's own memory that is meant. */
export async function openMemoryOf(id: string, flags: MemoryFlags, here: Host): Promise<OpenedMemory> {
  const asked = await openAskedMemory(flags, here);
  if (flags.user || flags.project !== undefined || nameIn(asked.memory, id)) return asked;
  const own = await openOwnMemory(here);
  return nameIn(own.memory, id) ? own : asked;
}

/**
 * Changes the memory that the options mean. An id is not sought in the other one: `learn` shows ids that are in no memory yet, and the
 * lesson of that number in the user's own would be changed in its place. What was probably meant is said.
 */
export async function changeAskedMemory<T>(
  ids: readonly string[],
  flags: MemoryFlags,
  here: Host,
  apply: boolean,
  change: (memory: Memory) => ChangedMemory<T> | Promise<ChangedMemory<T>>,
): Promise<ProjectMemoryChange<T>> {
  refuseBoth(flags);
  const root = findProjectRoot(flags, here);
  if (flags.user) return (await import('../app/memory/change-own-memory.ts')).changeOwnMemory(root, here, apply, change);
  return pointingToOwn(ids, flags, here, () => changeMemoryOf(root, here, apply, change));
}

/** Does work on lessons of a project. Where one was not found, and the user's own memory has one of its id, the error says so. */
export async function pointingToOwn<T>(
  ids: readonly string[],
  flags: MemoryFlags,
  here: Host,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (flags.user || !(error instanceof AppError) || error.code !== 'not-found') throw error;
    const own = await openOwnMemory(here).catch(() => undefined);
    const found = own && ids.map((id) => [normaliseId(id), nameIn(own.memory, id)]).find(([, title]) => title !== undefined);
    if (!found) throw error;
    const hint = `Your own memory has ${found[0]}, "${found[1]}": --user means that one.`;
    const hints = [error.hint, hint].filter((each) => each !== undefined);
    throw new AppError(error.code, error.message, { hint: hints.join('\n  '), cause: error });
  }
}

/** What to do after a change. Rules of the user's own memory are in their files already. */
export function nextAfterChange(flags: MemoryFlags): [label: string, command: string][] {
  const undo: [string, string] = ['take it back', `hardwon undo${askedMemory(flags)}`];
  return flags.user ? [undo] : [['deliver it', `hardwon learn --apply${askedProject(flags)}`], undo];
}

/** What the user would add to ask for the same memory again. */
export function askedMemory(flags: MemoryFlags): string {
  return flags.user ? ' --user' : askedProject(flags);
}

async function openOwnMemory(here: Host): Promise<OpenedMemory> {
  const { config: root } = findOwnFolders(here);
  return { root, memory: await loadUserMemory(root) };
}

/** The title of a lesson that a memory knows, or knew. */
function nameIn({ entries, graveyard }: Memory, id: string): string | undefined {
  const wanted = normaliseId(id);
  return [...entries, ...graveyard.stones].find((known) => known.id === wanted)?.title;
}
