import type { FailureKind } from '../programs/cause-rule.ts';
import { type ShellCommand, signatureOf } from '../shell/index.ts';
import { stripVariation } from './error-mark.ts';

/**
 * Returns a string that is equal for equal causes: the kind, the command, and the subject of the diagnostic, without the parts
 * that vary from run to run.
 */
export function signCause(kind: FailureKind, command: ShellCommand | undefined, named: string): string {
  return [kind, command ? signatureOf(command) : '', stripVariation(named)].join('|');
}
