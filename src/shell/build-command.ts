import type { Argument, Dialect, MaskReason, Redirection, Role, ShellCommand, Word } from '../programs/command.ts';
import { programOf } from '../programs/lookup.ts';
import { wordsOf } from '../shared/word-set.ts';
import { divideArguments } from './divide-arguments.ts';
import { findInnerScript, type InnerScript } from './inner-script.ts';
import { applyEffect, exportAll, freshState, joinDirectory, NO_ENV, type ShellState } from './shell-state.ts';
import { type Shape, shapeCommand } from './strip-wrappers.ts';

/** The surroundings of a command, which apply to everything inside. */
export interface CommandFrame {
  /** The reasons why its exit status is lost. */
  readonly masks: readonly MaskReason[];
  /** Whether an enclosing group discards stderr. */
  readonly quiet: boolean;
  /** Whether it is inside a substitution. */
  readonly nested: boolean;
  /** Whether it comes after a pipe. */
  readonly piped: boolean;
  /** Whether it may not have run: after `||`, in a branch, in a loop. */
  readonly conditional: boolean;
  /** The wrappers of an enclosing `bash -c`. */
  readonly wrappers: readonly string[];
  /** The runner of an enclosing `bash -c`. */
  readonly runner: readonly string[];
  /** The nesting depth of scripts and substitutions. */
  readonly depth: number;
  /** The shell. */
  readonly dialect: Dialect;
}

/** The commands found so far, and the function that reads an inner script. */
export interface Walk {
  /** The commands in the order in which the shell would start them. */
  readonly commands: ShellCommand[];
  /** Whether a heredoc was seen. */
  heredoc: boolean;
  /** Whether an inner script is malformed. */
  broken: boolean;
  /** Reads the string of `bash -c`. */
  readonly open: (script: string, state: ShellState, frame: CommandFrame) => void;
}

/** A simple command as the reader of a dialect found it. */
interface RawCommand {
  /** The program and its arguments. */
  readonly words: readonly Word[];
  /** The assignments in front of the program. */
  readonly assigned: Readonly<Record<string, string>> | undefined;
  /** The redirections, in order. */
  readonly redirects: readonly Redirection[];
  /** The source text of the command. */
  readonly source: string;
}

/** The frame of a whole call. */
export function topFrame(dialect: Dialect): CommandFrame {
  return {
    masks: [],
    quiet: false,
    nested: false,
    piped: false,
    conditional: false,
    wrappers: [],
    runner: [],
    depth: 0,
    dialect,
  };
}

/** Returns a frame with one more reason why the status is lost. */
export function maskedFrame(frame: CommandFrame, reason: MaskReason | undefined): CommandFrame {
  if (reason === undefined || frame.masks.includes(reason)) return frame;
  return { ...frame, masks: [...frame.masks, reason] };
}

// Limits memory on hostile input: the longest legitimate line in the logs examined had under 20 commands.
const MAX_COMMANDS = 1000;
// Deeper scripts and substitutions are not opened, because each level reads its text again.
export const MAX_DEPTH = 6;

/**
 * Turns a raw command into a `ShellCommand`, or opens the script that it carries, and applies its effect to the shell. Returns
 * whether a script was opened, in which case its substitutions have already been read.
 */
export function emitCommand(raw: RawCommand, state: ShellState, frame: CommandFrame, walk: Walk): boolean {
  if (walk.commands.length >= MAX_COMMANDS) return false;
  const shape = shapeCommand(raw.words);
  if (shape === undefined) return false;
  const script = frame.depth < MAX_DEPTH ? findInnerScript(shape) : undefined;
  if (script !== undefined) {
    openScript(script, shape, raw, state, frame, walk);
    return true;
  }
  const command = buildCommand(shape, raw, state, frame);
  walk.commands.push(command);
  if (command.role === 'setup') applyEffect(command, state);
  return false;
}

function openScript(
  script: InnerScript,
  shape: Shape,
  raw: RawCommand,
  state: ShellState,
  frame: CommandFrame,
  walk: Walk,
): void {
  const inner: ShellState = script.sameShell
    ? state
    : { ...freshState(), dir: state.dir, env: mergeEnv(shape, raw, state), sourced: state.sourced };
  if (script.options.includes('pipefail')) inner.pipefail = true;
  if (/^-[a-z]*e/.test(script.options)) inner.errexit = true;
  walk.open(script.text, inner, {
    ...frame,
    quiet: frame.quiet || discardsStderr(raw.redirects),
    wrappers: [...frame.wrappers, ...shape.wrappers, script.wrapper],
    runner: shape.runner.length > 0 ? [...frame.runner, ...shape.runner] : frame.runner,
    depth: frame.depth + 1,
    dialect: script.dialect,
  });
}

function buildCommand(shape: Shape, raw: RawCommand, state: ShellState, frame: CommandFrame): ShellCommand {
  const divided = divideArguments(shape.rest, shape, frame.dialect);
  const flags: string[] = [];
  const operands: string[] = [];
  for (const argument of divided) {
    if (argument.kind === 'operand') operands.push(argument.text);
    else if (!argument.afterDashes) flags.push(argument.text);
  }
  const stderrDiscarded =
    frame.quiet || discardsStderr(raw.redirects) || (frame.dialect === 'powershell' && isSilenced(divided));
  const role: Role = roleOf(shape.family, shape.subcommand, flags, frame.piped);
  return {
    env: mergeEnv(shape, raw, state),
    wrappers: frame.wrappers.length > 0 ? [...frame.wrappers, ...shape.wrappers] : shape.wrappers,
    runner: frame.runner.length > 0 ? [...frame.runner, ...shape.runner] : shape.runner,
    program: shape.program.text,
    name: shape.name,
    subcommand: shape.subcommand,
    args: shape.rest.map(textOf),
    flags,
    operands,
    words: shape.rest,
    arguments: divided,
    redirects: raw.redirects,
    dir: shape.dirFlag === undefined ? state.dir : joinDirectory(state.dir, shape.dirFlag),
    sourced: state.sourced,
    exitMasked: frame.masks.length > 0,
    masks: stderrDiscarded ? [...frame.masks, 'stderr-discarded'] : frame.masks,
    stderrDiscarded,
    nested: frame.nested,
    piped: frame.piped,
    conditional: frame.conditional,
    role,
    dialect: frame.dialect,
    source: raw.source,
  };
}

function textOf(word: Word): string {
  return word.text;
}

function mergeEnv(shape: Shape, raw: RawCommand, state: ShellState): Readonly<Record<string, string>> {
  if (raw.assigned === undefined && shape.env === undefined) return state.env;
  return { ...state.env, ...raw.assigned, ...(shape.env ?? NO_ENV) };
}

function isSilenced(divided: readonly Argument[]): boolean {
  return divided.some(
    (argument) =>
      /^-(?:erroraction|ea)$/i.test(argument.text) && /^(?:silentlycontinue|ignore|0)$/i.test(argument.value ?? ''),
  );
}

/** Follows descriptors 1 and 2 through the redirections, in order: `2>&1 >/dev/null` keeps stderr, `>/dev/null 2>&1` does not. */
export function discardsStderr(redirects: readonly Redirection[]): boolean {
  let out = false;
  let err = false;
  for (const { op, target } of redirects) {
    const nowhere = /^(?:\/dev\/null|nul|\$null|-)$/i.test(target);
    if (op === '>' || op === '>>' || op === '1>' || op === '1>>' || op === '>|') out = nowhere;
    else if (op === '2>' || op === '2>>') err = nowhere;
    else if (op === '&>' || op === '&>>' || op === '*>' || op === '*>>') out = err = nowhere;
    else if (op === '2>&') err = target === '1' ? out : nowhere;
    else if (op === '>&' || op === '1>&') {
      if (target === '2') out = err;
      else if (!/^\d+$/.test(target)) out = err = nowhere;
    }
  }
  return err;
}

/** Applies PowerShell's `$env:NAME = 'value'` to the commands that follow. */
export function exportVariable(name: string, value: string, state: ShellState): void {
  exportAll([`${name}=${value}`], state);
}

/** Returns the purpose of a command within its line, from its name and whether it reads from another command. */
function roleOf(family: string, subcommand: string | undefined, flags: readonly string[], piped: boolean): Role {
  const program = programOf(family);
  const role = typeof program?.role === 'function' ? program.role(subcommand, flags) : program?.role;
  if (role === 'setup') return 'setup';
  if (!piped) return 'work';
  if (role !== undefined) return role;
  const code = wordsOf(program?.codeFlags);
  return flags.some((flag) => code.has(flag)) ? 'filter' : 'work';
}
