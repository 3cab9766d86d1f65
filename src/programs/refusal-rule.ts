import type { ShellCommand } from './command.ts';

/** The kinds of harm, in the order of docs/refusals.md. */
export const REFUSAL_GROUPS = {
  checks: 'goes around a check',
  permissions: 'widens permissions',
  certificates: 'trusts what nobody has verified',
  download: 'runs what it downloads',
  package: 'fetches a package that the project does not declare',
  privilege: 'takes more rights than the work needs',
  destruction: 'destroys what cannot be brought back',
  sending: 'sends data elsewhere',
  foothold: 'changes what runs later, or who may log in',
  traces: 'leaves no traces',
} as const;

/** A kind of harm. */
export type RefusalGroup = keyof typeof REFUSAL_GROUPS;

/** A way around a guard: never taught as a fix. */
export interface BypassRule {
  /** A short stable name. */
  readonly id: string;
  /** The kind of harm it does. */
  readonly group: RefusalGroup;
  /** The check that it goes around, or the harm it does. */
  readonly why: string;
  /** A command that it refuses. */
  readonly sample: string;
  /** Programs it applies to; any if absent. A rule that is a member of a program needs none. */
  readonly programs?: string;
  /** Subcommands it applies to; any if absent. */
  readonly subcommands?: string;
  /** With `subcommands`: it applies also where there is no subcommand. */
  readonly alsoWithout?: true;
  /** Flags that are the bypass, values cut off. */
  readonly flags?: string;
  /** The same as a pattern. */
  readonly flag?: RegExp;
  /** A letter that is the bypass also inside a cluster: the `n` of `git commit -nm`. */
  readonly letter?: string;
  /** Operands, or values of flags, that are the bypass. */
  readonly operand?: RegExp;
  /** `NAME=value` of a variable that is the bypass. */
  readonly env?: RegExp;
}

/** A command that no lesson recommends, though a session may well have run it. */
export interface DangerRule
  extends Omit<
    BypassRule,
    'programs' | 'subcommands' | 'alsoWithout' | 'flags' | 'flag' | 'letter' | 'operand' | 'env'
  > {
  /** Whether a command of a line is one. */
  readonly test: (command: ShellCommand, line: readonly ShellCommand[]) => boolean;
}
