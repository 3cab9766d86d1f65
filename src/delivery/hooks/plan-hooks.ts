import type { Places } from '../../agents/agent.ts';
import type { HookInstaller, HookScope, HookStart } from '../../agents/hook-installer.ts';
import { AppError } from '../../shared/errors.ts';
import { readTextFile } from '../../shared/files.ts';
import type { Change } from '../change.ts';
import { resolveInside } from '../containment.ts';
import { findOriginal, isWrittenByUs } from './find-original.ts';
import { addHooks, findHookFile, type HookFile, type HookText, readHooks, removeHooks } from './hook-file.ts';
import { areJsonHooksOff } from './json-hooks.ts';

/** Hooks of one agent that are to be put in or taken out. */
export interface HookTask {
  hooks: HookInstaller;
  start: HookStart;
  action: 'install' | 'uninstall';
}

/** Where that happens. */
export interface HookSurroundings {
  places: Places;
  projectRoot: string;
  /** hardwon's data folder, with the undo records. */
  dataDir: string;
}

/** What is planned for one agent. */
export interface PlannedHooks {
  /** The settings file or plugin; absent where the agent has none in this scope. */
  path?: string;
  /** Whether hooks of hardwon are in it now. */
  isInstalled: boolean;
  /** The programs that those start, each once, where their form tells. */
  programs: (readonly string[])[];
  /** How many hooks in it name our program, and are not as we write them. They are somebody else's. */
  foreign: number;
  /** Whether the settings keep the agent from running any hooks. */
  isOff?: boolean;
  /** What has to change; absent where all is as it should be. */
  change?: Change;
  /** What stands against it: broken settings, a link that leads away. */
  refusal?: AppError;
}

/** Plans the hooks of one agent. Nothing is written, and what cannot be done is told instead of thrown. */
export async function planHooks(task: HookTask, around: HookSurroundings): Promise<PlannedHooks> {
  let file: HookFile | undefined;
  try {
    file = findHookFile(task.hooks, task.start.scope, around.places, around.projectRoot);
    return file ? { path: file.path, ...(await planFile(file, task, around.dataDir)) } : NO_HOOKS;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...(file ? { path: file.path } : {}), ...NO_HOOKS, refusal: error };
  }
}

const NO_HOOKS = { isInstalled: false, programs: [], foreign: 0 };

/** The file of a scope that holds our hooks, if one does. What cannot be read holds none that would run. */
export async function findInstalled(
  scope: HookScope,
  { hooks, start }: Omit<HookTask, 'action'>,
  around: HookSurroundings,
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
