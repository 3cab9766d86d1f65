import {
  type CommandChange,
  type CommandComparison,
  compareCommands,
  isBypass,
  isDiagnostic,
  type ShellCommand,
  scriptOf,
  signatureOf,
} from '../../shell/index.ts';
import type { Failure } from '../failure.ts';
import type { Claim } from './claim.ts';
import { after, type Step, type ThreadView, worked } from './session-view.ts';

/** A step that failed. */
export type FailedStep = Step & { failure: Failure };

/** A way in which a later call can show what was wrong with a failed one. */
export interface Relation {
  name: Claim['relation'];
  /**
   * Returns the claims of this relation for one failure: none if it does not apply, several if one call guessed several things
   * wrong.
   */
  explain(step: FailedStep, view: ThreadView): Claim[];
}

/** A later command that did what the failed one was meant to do, with its differences. */
export interface Retry {
  step: Step;
  command: ShellCommand;
  difference: CommandComparison;
}

/**
 * Finds the first later command, within reach, that worked and resembles the failed one. Inspecting (help, listings, status) is
 * not a fix, and neither is a bypass of a guard.
 */
export function findRetry(
  step: FailedStep,
  view: ThreadView,
  accept: (retry: Retry) => boolean,
  // Checked first, because comparing two commands word by word is expensive.
  isCandidate: (command: ShellCommand, failed: ShellCommand) => boolean = isSameTool,
  // Checked even earlier, on the whole text: most calls around a failure run other programs and need not be parsed.
  mayHold: (text: string) => boolean = (text) => text.includes(step.failure.command?.name ?? ''),
): Retry | undefined {
  const failed = step.failure.command;
  if (!failed) return undefined;
  for (const later of after(view, step)) {
    if (!mayHold(later.call.input.command ?? '') || !worked(later, step.failure) || !later.parsed) continue;
    for (const command of later.parsed.commands) {
      if (command.nested || !isCandidate(command, failed) || (isDiagnostic(command) && !isDiagnostic(failed))) continue;
      const difference = compare(failed, command);
      const retry = { step: later, command, difference };
      if (accept(retry) && !isBypass(command)) return retry;
    }
  }
  return undefined;
}

/** Whether a command repeats the failed one, apart from the destination of its output. */
export function isRepeated(failed: ShellCommand, command: ShellCommand): boolean {
  return (
    isSameTool(command, failed) && hasSameArguments(command, failed) && compare(failed, command).changes.length === 0
  );
}

/**
 * Whether two commands have the same words in the same order; checked before they are compared, which costs a hundred times as
 * much.
 */
export function hasSameArguments(a: ShellCommand, b: ShellCommand): boolean {
  return a.args.length === b.args.length && a.args.every((arg, index) => arg === b.args[index]);
}

/** Compares two commands once, because several relations ask about the same pair. */
function compare(failed: ShellCommand, command: ShellCommand): CommandComparison {
  const known = comparisons.get(failed) ?? new WeakMap<ShellCommand, CommandComparison>();
  comparisons.set(failed, known);
  const comparison = known.get(command) ?? compareCommands(failed, command);
  known.set(command, comparison);
  return comparison;
}

const comparisons = new WeakMap<ShellCommand, WeakMap<ShellCommand, CommandComparison>>();

/** Whether two commands have the same program and sub-command. */
export function isSameTool(command: ShellCommand, failed: ShellCommand): boolean {
  return command.name === failed.name && command.subcommand === failed.subcommand;
}

/** Builds a claim from a failure and the step that worked, if there is one. */
export function claim(
  step: FailedStep,
  fix: Step | undefined,
  content: Omit<Claim, 'failure' | 'fix' | 'between'>,
): Claim {
  return {
    ...content,
    failure: step.failure,
    between: fix ? fix.index - step.index - 1 : 0,
    fix: fix?.call,
  };
}

/** Returns the head of a command as people write it: runner, program and sub-command. */
export function headOf(command: ShellCommand): string {
  return [...command.runner, command.program, command.subcommand].filter(Boolean).join(' ');
}

/** Returns the head of a command and the script it runs, as typed: `npm run build`, `bun apps/cli/main.ts`. */
export function runOf(command: ShellCommand): string {
  const script =
    scriptOf(command)?.operands ??
    command.operands.slice(0, 1).filter((file) => /\.\w+$/.test(file) && isScript(command, file));
  return [headOf(command), ...script].join(' ');
}

function isScript(command: ShellCommand, file: string): boolean {
  return signatureOf(command).endsWith(file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1));
}

/** Returns a whole simple command on one line, without redirections and environment. */
export function textOf(command: ShellCommand): string {
  return [...command.runner, command.program, command.subcommand, ...command.args].filter(Boolean).join(' ');
}

/** Returns the new side of a change as typed: a flag or a variable with its value. */
export function typedNew({ kind, new: text, newValue }: CommandChange): string | undefined {
  return typed(kind, text, newValue);
}

/** Returns the old side of a change as typed. */
export function typedOld({ kind, old: text, oldValue }: CommandChange): string | undefined {
  return typed(kind, text, oldValue);
}

function typed(kind: CommandChange['kind'], text: string | undefined, value: string | undefined): string | undefined {
  if (text === undefined || value === undefined) return text;
  return kind.startsWith('env') || text.startsWith('--') || text.length > 2 ? `${text}=${value}` : `${text} ${value}`;
}
