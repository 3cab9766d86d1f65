import type { FailureKind } from '../programs/cause-rule.ts';
import { type ShellCommand, signatureOf } from '../shell/index.ts';
import { stripVariation } from './error-mark.ts';

/** A string that is equal for equal causes: the kind, what was run, and what the diagnostic names, without what varies from run to run. */
export function signCause(kind: FailureKind, command: ShellCommand | undefined, named: string): string {
  return [kind, command ? signatureOf(command) : '', stripVariation(named)].join('|');
}
