import type { ShellCommand } from '../programs/command.ts';
import { familyOf } from '../programs/lookup.ts';

/** The changes that earlier commands of the same text made to the shell. */
export interface ShellState {
  /** The working directory, as typed and joined. */
  dir: string | undefined;
  /** The directory to which `cd -` returns. */
  previous: string | undefined;
  /** The directories to which `popd` returns. */
  stack: readonly (string | undefined)[];
  /** The exported variables. */
  env: Readonly<Record<string, string>>;
  /** The sourced files. */
  sourced: readonly string[];
  /** Whether `set -o pipefail` is on. */
  pipefail: boolean;
  /** Whether `set -e` is on. */
  errexit: boolean;
}

/** The variables of a command that sets none. */
export const NO_ENV: Readonly<Record<string, string>> = Object.freeze({});

/** Returns the state of a shell that has just started. */
export function freshState(): ShellState {
  return { dir: undefined, previous: undefined, stack: [], env: NO_ENV, sourced: [], pipefail: false, errexit: false };
}

/** Joins a directory as typed to the current one: `a` + `../b` is `b`; absolute paths, `~` and variables replace it. */
export function joinDirectory(base: string | undefined, target: string): string {
  if (base === undefined || /^(?:[/~$\\`%]|[A-Za-z]:)/.test(target)) return tidy(target);
  return tidy(`${trimSlashes(base)}/${target}`);
}

/** Applies the effect of a builtin to the commands after it. */
export function applyEffect(command: ShellCommand, state: ShellState): void {
  switch (familyOf(command.name)) {
    case 'cd':
    case 'chdir':
    case 'set-location':
    case 'sl':
      changeDirectory(command, state);
      return;
    case 'pushd':
    case 'push-location':
      state.stack = [...state.stack, state.dir];
      changeDirectory(command, state);
      return;
    case 'popd':
    case 'pop-location':
      state.previous = state.dir;
      state.dir = state.stack.at(-1);
      state.stack = state.stack.slice(0, -1);
      return;
    case 'export':
    case 'declare':
    case 'typeset':
      if (command.name === 'export' || command.flags.some((flag) => /^-[a-z]*x/.test(flag)))
        exportAll(command.args, state);
      return;
    case 'unset': {
      const env = { ...state.env };
      for (const name of command.operands) delete env[name];
      state.env = env;
      return;
    }
    case 'source': {
      const file = command.operands[0];
      if (file !== undefined) state.sourced = [...state.sourced, file];
      return;
    }
    case 'set':
      setOptions(command.args, state);
      return;
  }
}

/** Sets variables for all following commands. */
export function exportAll(assignments: readonly string[], state: ShellState): void {
  let env: Record<string, string> | undefined;
  for (const text of assignments) {
    const equals = text.indexOf('=');
    if (equals < 1 || text.startsWith('-')) continue;
    env ??= { ...state.env };
    env[text.slice(0, equals)] = text.slice(equals + 1);
  }
  if (env !== undefined) state.env = env;
}

function changeDirectory(command: ShellCommand, state: ShellState): void {
  const from = state.dir;
  const target = command.operands[0] ?? (command.args.includes('-') ? '-' : valueOfPath(command));
  if (target === '-') state.dir = state.previous;
  else state.dir = target === undefined ? '~' : joinDirectory(from, target);
  state.previous = from;
}

function valueOfPath(command: ShellCommand): string | undefined {
  return command.arguments.find((argument) => /^-(?:path|literalpath)$/i.test(argument.text))?.value;
}

function setOptions(args: readonly string[], state: ShellState): void {
  for (let at = 0; at < args.length; at++) {
    const text = args[at] ?? '';
    const sign = text[0];
    if (sign !== '-' && sign !== '+') return;
    const on = sign === '-';
    if (text.includes('e')) state.errexit = on;
    if (!text.includes('o')) continue;
    const option = args[++at];
    if (option === 'pipefail') state.pipefail = on;
    if (option === 'errexit') state.errexit = on;
  }
}

function tidy(path: string): string {
  if (path.includes('$(') || path.includes('`')) return path;
  if (!path.includes('.') && !path.includes('//')) return trimSlashes(path) || '/';
  const absolute = path.startsWith('/');
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    const last = kept.at(-1);
    if (part === '..' && last !== undefined && last !== '..' && !/^[~$]/.test(last)) kept.pop();
    else if (part !== '..' || !absolute || kept.length > 0) kept.push(part);
  }
  return `${absolute ? '/' : ''}${kept.join('/')}` || '.';
}

// A loop, because `/\/+$/` takes quadratic time on a long run of slashes.
function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && (path[end - 1] === '/' || path[end - 1] === '\\')) end--;
  return path.slice(0, end);
}
