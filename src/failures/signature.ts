import type { FailureKind } from './failure.ts';
import { type ShellCommand, signatureOf } from './shell/index.ts';

/** A string that is equal for equal causes: the kind, what was run, and what the diagnostic names, without what varies from run to run. */
export function signCause(kind: FailureKind, command: ShellCommand | undefined, named: string): string {
  return [kind, command ? signatureOf(command) : '', stripVariation(named)].join('|');
}

/** Takes out what differs between two runs with the same cause: numbers, hashes, temporary folders, home folders. */
export function stripVariation(text: string): string {
  return text
    .replace(/\b[0-9a-f]{7,40}\b/g, '<hash>')
    .replace(/(?:\/private)?\/(?:tmp|var\/folders)\/[^\s:'"]+/g, '<tmp>')
    .replace(/(?:\/Users|\/home)\/[^/\s]+/g, '~')
    .replace(/\d+/g, '<n>')
    .slice(0, 200);
}
