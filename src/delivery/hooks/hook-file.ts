import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Places } from '../../agents/agent.ts';
import { isForeignHookCommand, isOwnProgram, parseHookCommand } from '../../agents/hook-command.ts';
import type { HookInstaller, HookScope, InstalledStart, PluginHooks } from '../../agents/hook-installer.ts';
import { AppError } from '../../shared/errors.ts';
import { isInside } from '../../shared/files.ts';
import { addJsonHooks, hasJsonHooks, listJsonCommands, removeJsonHooks } from './json-hooks.ts';

/** A file to which hooks are written. */
export interface HookFile {
  /** The absolute path. */
  path: string;
  /** The folder that a link must not lead out of. Dotfiles are often links to elsewhere in the home folder. */
  root: string;
}

/** Returns the place of an agent's hooks in a scope; undefined if it has none. */
export function findHookFile(
  hooks: HookInstaller,
  scope: HookScope,
  places: Places,
  projectRoot: string,
): HookFile | undefined {
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
    throw new AppError('conflict', `${path} already exists and was not written by hardwon`, {
      hint: 'Check it, then move or delete it.',
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
export async function readHooks(
  text: string,
  { hooks, start, wasWritten }: HookFileTask,
  path: string,
): Promise<HookText> {
  if (hooks.form === 'own') return { isOurs: hooks.remove(text) !== text, programs: [], foreign: 0 };
  if (hooks.form === 'json') {
    const commands = listJsonCommands(text, hooks);
    const programs = new Map(
      commands
        .flatMap((command) => parseHookCommand(command) ?? [])
        .map(({ program }) => [program.join('\0'), program]),
    );
    const foreign = commands.filter((command) => isForeignHookCommand(command)).length;
    return { isOurs: hasJsonHooks(text, hooks, path), programs: [...programs.values()], foreign };
  }
  const program = await readPluginProgram(text, hooks, start);
  const isOurs = program !== undefined || (await wasWritten(text));
  return { isOurs, programs: program ? [program] : [], foreign: isOurs ? 0 : 1 };
}

/** Hooks that a file may contain, and the way to start them. */
interface HookFileTask {
  hooks: HookInstaller;
  start: InstalledStart;
  /** Whether one of our runs wrote this text to the file: a plugin of an earlier release. */
  wasWritten(text: string): Promise<boolean>;
}

/**
 * Returns the program that a plugin starts, if its whole text is one that this release writes, for this installation or for
 * another, whether or not the user is asked; undefined if anything in it differs.
 */
async function readPluginProgram(
  text: string,
  hooks: PluginHooks,
  start: InstalledStart,
): Promise<readonly string[] | undefined> {
  for (const asks of [start.asks, !start.asks]) {
    const program = await readProgram(text, hooks, { ...start, asks });
    if (program) return program;
  }
  return undefined;
}

async function readProgram(
  text: string,
  hooks: PluginHooks,
  start: InstalledStart,
): Promise<readonly string[] | undefined> {
  for (const program of [start.program, SHARED])
    if (text === (await hooks.render({ ...start, program }))) return program;
  const pieces = (await hooks.render({ ...start, program: STAND_INS })).split(STAND_IN);
  const found = new Map<string, string>();
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    // Every second piece is the name of a placeholder, which a path replaces.
    if (index % 2 === 1) {
      const end = endOfPath(text, at);
      const path = text.slice(at, end).replaceAll('\\\\', '\\');
      if ((found.get(piece) ?? path) !== path) return undefined;
      found.set(piece, path);
      at = end;
    } else if (text.startsWith(piece, at)) {
      at += piece.length;
    } else {
      return undefined;
    }
  }
  const program = [found.get('NODE') ?? '/node', found.get('HOOK') ?? '/dist/hook.js'];
  return at === text.length && found.size > 0 && isOwnProgram(program) ? program : undefined;
}

/** A plugin that a team shares names the program on the PATH. */
const SHARED = ['hardwon-hook'];

const STAND_INS = ['/stand-in-NODE/', '/stand-in-HOOK/'];
const STAND_IN = /\/stand-in-(NODE|HOOK)\//;

/** Returns the end of a path in a text: at a double quote, at the end of the line, or at a backslash that is not doubled. */
function endOfPath(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/["\r\n]/.test(text.charAt(at))) {
    if (text[at] !== '\\') at++;
    else if (text[at + 1] === '\\') at += 2;
    else break;
  }
  return at;
}
