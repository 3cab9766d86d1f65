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

/** A memory, and its folder. */
interface OpenedMemory {
  root: string;
  memory: Memory;
}

/** Reads the memory that the options select: the user's own with `--user`, else that of the project. */
export async function openAskedMemory(flags: MemoryFlags, here: Host): Promise<OpenedMemory> {
  refuseBoth(flags);
  if (flags.user) return openOwnMemory(here);
  const root = findProjectRoot(flags, here);
  return { root, memory: await loadMemory(root) };
}

/** Does the same to show a lesson: if the project has none with that id, the user's own memory is used. */
export async function openMemoryOf(id: string, flags: MemoryFlags, here: Host): Promise<OpenedMemory> {
  const asked = await openAskedMemory(flags, here);
  if (flags.user || flags.project !== undefined || nameIn(asked.memory, id)) return asked;
  const own = await openOwnMemory(here);
  return nameIn(own.memory, id) ? own : asked;
}

/**
 * Changes the memory that the options select. An id is never looked up in the other memory: `learn` shows ids that are not yet in
 * any memory, and the lesson with that number in the user's own memory would be changed by mistake. The error points to it
 * instead.
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
  if (flags.user)
    return (await import('../app/memory/change-own-memory.ts')).changeOwnMemory(root, here, apply, change);
  return pointingToOwn(ids, flags, here, () => changeMemoryOf(root, here, apply, change));
}

/** Runs work on lessons of a project. If one is not found, but the user's own memory has its id, the error says so. */
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
    const found =
      own && ids.map((id) => [normaliseId(id), nameIn(own.memory, id)]).find(([, title]) => title !== undefined);
    if (!found) throw error;
    const hint = `Your own memory has ${found[0]}, "${found[1]}": --user means that one.`;
    const hints = [error.hint, hint].filter((each) => each !== undefined);
    throw new AppError(error.code, error.message, { hint: hints.join('\n  '), cause: error });
  }
}

/** Returns the next steps after a change. Rules of the user's own memory are already in their files. */
export function nextAfterChange(flags: MemoryFlags): [label: string, command: string][] {
  const undo: [string, string] = ['undo it', `hardwon undo${askedMemory(flags)}`];
  return flags.user ? [undo] : [['deliver it', `hardwon learn --apply${askedProject(flags)}`], undo];
}

/** Returns the options that select the same memory again. */
export function askedMemory(flags: MemoryFlags): string {
  return flags.user ? ' --user' : askedProject(flags);
}

async function openOwnMemory(here: Host): Promise<OpenedMemory> {
  const { config: root } = findOwnFolders(here);
  return { root, memory: await loadUserMemory(root) };
}

/** Returns the title of a lesson that is, or was, in a memory. */
function nameIn({ entries, graveyard }: Memory, id: string): string | undefined {
  const wanted = normaliseId(id);
  return [...entries, ...graveyard.stones].find((known) => known.id === wanted)?.title;
}
