import type { Argument, Dialect, MaskReason, Redirection, Role, ShellCommand, Word } from '../programs/command.ts';
import { divideArguments } from './divide-arguments.ts';
import { findInnerScript, type InnerScript } from './inner-script.ts';
import { roleOf } from './role.ts';
import { applyEffect, exportAll, freshState, joinDirectory, NO_ENV, type ShellState } from './shell-state.ts';
import { type Shape, shapeCommand } from './strip-wrappers.ts';

/** What surrounds a command and holds for everything inside. */
export interface CommandFrame {
  /** Why its exit status is lost. */
  readonly masks: readonly MaskReason[];
  /** An enclosing group throws stderr away. */
  readonly quiet: boolean;
  /** Inside a substitution. */
  readonly nested: boolean;
  /** Behind a pipe. */
  readonly piped: boolean;
  /** It may not have run: behind `||`, in a branch, in a loop. */
  readonly conditional: boolean;
  /** Wrappers of an enclosing `bash -c`. */
  readonly wrappers: readonly string[];
  /** Runner of an enclosing `bash -c`. */
  readonly runner: readonly string[];
  /** How many scripts and substitutions deep. */
  readonly depth: number;
  /** The shell. */
  readonly dialect: Dialect;
}

/** The commands found so far, and how to read a script inside. */
export interface Walk {
  /** In the order the shell would start them. */
  readonly commands: ShellCommand[];
  /** A heredoc was seen. */
  heredoc: boolean;
  /** Some inner script is broken. */
  broken: boolean;
  /** Reads the string of `bash -c`. */
  readonly open: (script: string, state: ShellState, frame: CommandFrame) => void;
}

/** A simple command as a reader found it. */
export interface RawCommand {
  /** Program and arguments. */
  readonly words: readonly Word[];
  /** Assignments in front. */
  readonly assigned: Readonly<Record<string, string>> | undefined;
  /** In order. */
  readonly redirects: readonly Redirection[];
  /** Its text. */
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

/** Adds a reason to a frame. */
export function maskedFrame(frame: CommandFrame, reason: MaskReason | undefined): CommandFrame {
  if (reason === undefined || frame.masks.includes(reason)) return frame;
  return { ...frame, masks: [...frame.masks, reason] };
}

// Bounds memory on hostile input: the longest honest line of the logs tried had under 20 commands.
const MAX_COMMANDS = 1000;
// Deeper scripts and substitutions are left closed; each level reads its text again.
export const MAX_DEPTH = 6;

/**
 * Turns a raw command into a `ShellCommand`, or opens the script it carries, and applies what it does to the shell. Says whether a
 * script was opened: its substitutions have been read by then.
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
  const stderrDiscarded = frame.quiet || discardsStderr(raw.redirects) || (frame.dialect === 'powershell' && isSilenced(divided));
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
    (argument) => /^-(?:erroraction|ea)$/i.test(argument.text) && /^(?:silentlycontinue|ignore|0)$/i.test(argument.value ?? ''),
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

/** Carries PowerShell's `$env:NAME = 'value'` over. */
export function exportVariable(name: string, value: string, state: ShellState): void {
  exportAll([`${name}=${value}`], state);
}
