import type { ContextPlaces } from '../../agents/context.ts';
import type { HookInstaller, HookScope, InstalledStart } from '../../agents/hook-installer.ts';
import { AppError } from '../../shared/errors.ts';
import { readTextFile } from '../../shared/files.ts';
import type { Change } from '../change.ts';
import { resolveInside } from '../containment.ts';
import { findOriginal, isWrittenByUs } from './find-original.ts';
import { addHooks, findHookFile, type HookFile, type HookText, readHooks, removeHooks } from './hook-file.ts';
import { areJsonHooksOff } from './json-hooks.ts';

/** Hooks of one agent to be added or removed. */
export interface HookTask {
  hooks: HookInstaller;
  start: InstalledStart;
  action: 'install' | 'uninstall';
}

/** The surroundings of that change. */
export interface HookPlaces extends ContextPlaces {
  /** hardwon's data folder, with the undo records. */
  dataDir: string;
}

/** The plan for one agent. */
export interface PlannedHooks {
  /** The settings file or plugin; absent if the agent has none in this scope. */
  path?: string;
  /** Whether it contains hooks of hardwon now. */
  isInstalled: boolean;
  /** The programs that these start, each once, if their form shows them. */
  programs: (readonly string[])[];
  /** The number of hooks in it that name our program, but are not as we write them. They belong to somebody else. */
  foreign: number;
  /** Whether the settings prevent the agent from running any hooks. */
  isOff?: boolean;
  /** The necessary change; absent if everything is as it should be. */
  change?: Change;
  /** The obstacle: broken settings, a link that leads away. */
  refusal?: AppError;
}

/** Plans the hooks of one agent. Nothing is written, and an obstacle is returned instead of thrown. */
export async function planHooks(task: HookTask, around: HookPlaces): Promise<PlannedHooks> {
  let file: HookFile | undefined;
  try {
    file = findHookFile(task.hooks, task.start.scope, around, around.projectRoot);
    return file ? { path: file.path, ...(await planFile(file, task, around.dataDir)) } : NO_HOOKS;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...(file ? { path: file.path } : {}), ...NO_HOOKS, refusal: error };
  }
}

const NO_HOOKS = { isInstalled: false, programs: [], foreign: 0 };

/** Returns the file of a scope that contains our hooks, if one does. An unreadable file contains none that would run. */
export async function findInstalled(
  scope: HookScope,
  { hooks, start }: Omit<HookTask, 'action'>,
  around: HookPlaces,
): Promise<string | undefined> {
  const planned = await planHooks({ hooks, start: { ...start, scope }, action: 'uninstall' }, around);
  return planned.isInstalled ? planned.path : undefined;
}

async function planFile(
  { path, root }: HookFile,
  { hooks, start, action }: HookTask,
  dataDir: string,
): Promise<Omit<PlannedHooks, 'path' | 'refusal'>> {
  const target = await resolveInside(path, root);
  const before = (await readTextFile(target))?.text;
  const task = { hooks, start, wasWritten: (text: string) => isWrittenByUs(dataDir, target, text) };
  const found = before === undefined ? NOTHING : await readHooks(before, task, path);
  const about = { isInstalled: found.isOurs, programs: found.programs, foreign: found.foreign };
  const describe = (after: string | undefined) => ({
    ...about,
    ...(after === before ? {} : { change: { path, root, before, after, kind: 'hooks' as const } }),
  });
  if (action === 'install') {
    const isOff = before !== undefined && hooks.form === 'json' && areJsonHooksOff(before, hooks, path);
    return { ...describe(await addHooks(before, task, path)), ...(isOff ? { isOff } : {}) };
  }
  if (before === undefined || !found.isOurs) return about;
  const isFree = async (text: string) => !(await readHooks(text, task, path)).isOurs;
  const original = await findOriginal(dataDir, target, before, isFree);
  return describe(original ? original.text : await removeHooks(before, task, path));
}

const NOTHING: HookText = { isOurs: false, programs: [], foreign: 0 };
