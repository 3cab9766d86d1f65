import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Places } from '../../agents/agent.ts';
import { isForeignHookCommand, parseHookCommand } from '../../agents/hook-command.ts';
import type { HookInstaller, HookScope, InstalledStart } from '../../agents/hook-installer.ts';
import { AppError } from '../../shared/errors.ts';
import { isInside } from '../../shared/files.ts';
import { addJsonHooks, hasJsonHooks, listJsonCommands, removeJsonHooks } from './json-hooks.ts';
import { readPluginProgram } from './plugin-file.ts';

/** A file to which hooks are written. */
export interface HookFile {
  /** The absolute path. */
  path: string;
  /** The folder that a link must not lead out of. Dotfiles are often links to elsewhere in the home folder. */
  root: string;
}

/** Returns the place of an agent's hooks in a scope; undefined if it has none. */
export function findHookFile(hooks: HookInstaller, scope: HookScope, places: Places, projectRoot: string): HookFile | undefined {
  if (scope === 'project') {
    if (hooks.project === undefined) return undefined;
    return contained(resolve(projectRoot, hooks.project), projectRoot, hooks.project);
  }
  if (hooks.user === undefined) return undefined;
  if (typeof hooks.user === 'string')
    return contained(join(places.home, hooks.user.replace(/^~[\\/]/, '')), places.home, hooks.user);
  const path = hooks.user(places);
  if (!isAbsolute(path)) throw new AppError('broken-file', `the file for hooks must be an absolute path, not ${path}`);
  return { path, root: isInside(path, places.home) ? places.home : dirname(path) };
}

function contained(path: string, root: string, named: string): HookFile {
  if (isInside(path, root) && relative(root, path) !== '') return { path, root };
  throw new AppError('broken-file', `the file for hooks lies outside of ${root}: ${named}`);
}

/** The analysis of the text of a hook file. */
export interface HookText {
  /** Whether it contains our hooks. */
  isOurs: boolean;
  /** The programs that they start, each once; empty if the form of the hooks does not show them. */
  programs: (readonly string[])[];
  /** The number of hooks that name our program but were not written by us. */
  foreign: number;
}

/** Returns the text of a file with our hooks in it. */
export async function addHooks(text: string | undefined, task: HookFileTask, path: string): Promise<string> {
  const { hooks, start } = task;
  if (hooks.form === 'json') return addJsonHooks(text, hooks, start, path);
  if (hooks.form === 'own') return hooks.add(text, start);
  if (text !== undefined && !(await readHooks(text, task, path)).isOurs) {
    throw new AppError('conflict', `${path} is there already, and is not as hardwon writes it`, {
      hint: 'Look at it, and move it away or delete it.',
    });
  }
  return hooks.render(start);
}

/** Returns the text of a file without our hooks; undefined if the file is no longer needed. */
export async function removeHooks(text: string, task: HookFileTask, path: string): Promise<string | undefined> {
  const { hooks } = task;
  if (hooks.form === 'json') return removeJsonHooks(text, hooks, path);
  if (hooks.form === 'own') return hooks.remove(text);
  return (await readHooks(text, task, path)).isOurs ? undefined : text;
}

/** Looks for our hooks in a text. */
export async function readHooks(text: string, { hooks, start, wasWritten }: HookFileTask, path: string): Promise<HookText> {
  if (hooks.form === 'own') return { isOurs: hooks.remove(text) !== text, programs: [], foreign: 0 };
  if (hooks.form === 'json') {
    const commands = listJsonCommands(text, hooks);
    const programs = new Map(
      commands.flatMap((command) => parseHookCommand(command) ?? []).map(({ program }) => [program.join('\0'), program]),
    );
    const foreign = commands.filter((command) => isForeignHookCommand(command)).length;
    return { isOurs: hasJsonHooks(text, hooks, path), programs: [...programs.values()], foreign };
  }
  const program = await readPluginProgram(text, hooks, start);
  const isOurs = program !== undefined || (await wasWritten(text));
  return { isOurs, programs: program ? [program] : [], foreign: isOurs ? 0 : 1 };
}

/** Hooks that a file may contain, and the way to start them. */
export interface HookFileTask {
  hooks: HookInstaller;
  start: InstalledStart;
  /** Whether one of our runs wrote this text to the file: a plugin of an earlier release. */
  wasWritten(text: string): Promise<boolean>;
}
