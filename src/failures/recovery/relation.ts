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

/** One way in which a later call can show what was wrong with a failed one. */
export interface Relation {
  name: Claim['relation'];
  /** The claims of this relation for one failure; none where it does not apply. Several where one call guessed several things wrong. */
  explain(step: FailedStep, view: ThreadView): Claim[];
}

/** A later command that did what the failed one was meant to do, with how it differs. */
export interface Retry {
  step: Step;
  command: ShellCommand;
  difference: CommandComparison;
}

/**
 * The first later command, within reach, that worked and resembles the failed one. Looking around (help, listings, status) is not a
 * fix, and neither is a way around a guard.
 */
export function findRetry(
  step: FailedStep,
  view: ThreadView,
  accept: (retry: Retry) => boolean,
  // Asked first, because comparing two commands word by word is what costs.
  isCandidate: (command: ShellCommand, failed: ShellCommand) => boolean = isSameTool,
  // And this before, of the whole text: most calls around a failure run other programs, and need not be taken apart.
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

/** Whether a command is the same one again, apart from where its output goes. */
export function isRepeated(failed: ShellCommand, command: ShellCommand): boolean {
  return isSameTool(command, failed) && hasSameArguments(command, failed) && compare(failed, command).changes.length === 0;
}

/** Same words in the same order: asked before two commands are compared, which costs a hundred times as much. */
export function hasSameArguments(a: ShellCommand, b: ShellCommand): boolean {
  return a.args.length === b.args.length && a.args.every((arg, index) => arg === b.args[index]);
}

/** Several relations ask about the same pair: it is compared once. */
function compare(failed: ShellCommand, command: ShellCommand): CommandComparison {
  const known = comparisons.get(failed) ?? new WeakMap<ShellCommand, CommandComparison>();
  comparisons.set(failed, known);
  const comparison = known.get(command) ?? compareCommands(failed, command);
  known.set(command, comparison);
  return comparison;
}

const comparisons = new WeakMap<ShellCommand, WeakMap<ShellCommand, CommandComparison>>();

/** Same program and sub-command. */
export function isSameTool(command: ShellCommand, failed: ShellCommand): boolean {
  return command.name === failed.name && command.subcommand === failed.subcommand;
}

/** Builds a claim of a failure and, where there is one, the step that worked. */
export function claim(step: FailedStep, fix: Step | undefined, content: Omit<Claim, 'failure' | 'fix' | 'between'>): Claim {
  return {
    ...content,
    failure: step.failure,
    between: fix ? fix.index - step.index - 1 : 0,
    ...(fix ? { fix: fix.call } : {}),
  };
}

/** The head of a command as people write it: runner, program and sub-command. */
export function headOf(command: ShellCommand): string {
  return [...command.runner, command.program, command.subcommand].filter(Boolean).join(' ');
}

/** The head of a command and the script it runs, as typed: `npm run build`, `bun apps/cli/main.ts`. */
export function runOf(command: ShellCommand): string {
  const script =
    scriptOf(command)?.operands ?? command.operands.slice(0, 1).filter((file) => /\.\w+$/.test(file) && isScript(command, file));
  return [headOf(command), ...script].join(' ');
}

function isScript(command: ShellCommand, file: string): boolean {
  return signatureOf(command).endsWith(file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1));
}

/** A whole simple command on one line, without redirections and environment. */
export function textOf(command: ShellCommand): string {
  return [...command.runner, command.program, command.subcommand, ...command.args].filter(Boolean).join(' ');
}

/** The new side of a change as it is typed: a flag or a variable with its value. */
export function typedNew({ kind, new: text, newValue }: CommandChange): string | undefined {
  return typed(kind, text, newValue);
}

/** The old side of a change as it is typed. */
export function typedOld({ kind, old: text, oldValue }: CommandChange): string | undefined {
  return typed(kind, text, oldValue);
}

function typed(kind: CommandChange['kind'], text: string | undefined, value: string | undefined): string | undefined {
  if (text === undefined || value === undefined) return text;
  return kind.startsWith('env') || text.startsWith('--') || text.length > 2 ? `${text}=${value}` : `${text} ${value}`;
}
