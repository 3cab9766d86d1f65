/** The kinds of difference between two commands. */
export type ChangeKind =
  | 'runner-added'
  | 'runner-removed'
  | 'runner-replaced'
  | 'program-replaced'
  | 'subcommand-replaced'
  | 'script-replaced'
  | 'flag-added'
  | 'flag-removed'
  | 'flag-replaced'
  | 'operand-added'
  | 'operand-removed'
  | 'operand-replaced'
  | 'env-added'
  | 'env-removed'
  | 'env-replaced'
  | 'dir-changed'
  | 'sourced-changed'
  | 'quoting-changed'
  | 'redirect-changed'
  | 'wrapper-changed'
  | 'fallback-added'
  | 'fallback-removed'
  | 'order-changed';

/** One difference between two commands. */
export interface CommandChange {
  /** The kind of difference. */
  readonly kind: ChangeKind;
  /** The first command's side: the name of a flag or variable, an operand, a directory. Absent if something was added. */
  readonly old?: string;
  /** The second command's side. Absent if something was removed. */
  readonly new?: string;
  /** The value of a flag or variable before the change. */
  readonly oldValue?: string;
  /** The value of a flag or variable after the change. */
  readonly newValue?: string;
  /** For replaced paths and programs: whether the last part is the same. */
  readonly sameBasename?: boolean;
  /** For operands: whether both sides, or the only side, are paths. */
  readonly isPath?: boolean;
  /** The name and subcommand of the second command: `git push`. */
  readonly on: string;
}

/** The differences between two commands, and their similarity. */
export interface CommandComparison {
  /** Each difference once; empty if both commands do the same. */
  readonly changes: readonly CommandChange[];
  /** 1 for the same command, approaching 0 for unrelated ones. */
  readonly similarity: number;
}

const OPPOSITE: Partial<Record<ChangeKind, ChangeKind>> = {
  'runner-added': 'runner-removed',
  'runner-removed': 'runner-added',
  'flag-added': 'flag-removed',
  'flag-removed': 'flag-added',
  'operand-added': 'operand-removed',
  'operand-removed': 'operand-added',
  'env-added': 'env-removed',
  'env-removed': 'env-added',
  'fallback-added': 'fallback-removed',
  'fallback-removed': 'fallback-added',
};

/** Returns the same difference seen from the other side. */
export function mirrorChange(change: CommandChange, on: string): CommandChange {
  const { old, new: fresh, oldValue, newValue, ...rest } = change;
  return {
    ...rest,
    kind: OPPOSITE[change.kind] ?? change.kind,
    old: fresh,
    new: old,
    oldValue: newValue,
    newValue: oldValue,
    on,
  };
}
