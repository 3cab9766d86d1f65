import { mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeRegularSync } from '../shared/regular-file.ts';

/**
 * Appends lines to a file in one write: hooks of parallel calls write at the same time, and with O_APPEND none of them breaks
 * another's line. Returns whether it succeeded: on a full disk it cannot, and the agent continues.
 */
export function appendLines(path: string, lines: readonly object[]): boolean {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  try {
    writeRegularSync(path, text, 'append');
    return true;
  } catch {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeRegularSync(path, text, 'append');
      return true;
    } catch {
      return false;
    }
  }
}

/** Returns the size of a file; 0 if it does not exist or has no size: a pipe or a device could be read forever. */
export function sizeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}

/** Moves a full file to another place, where it may replace the previous one. */
export function moveAside(path: string, before: string): void {
  try {
    renameSync(path, before);
  } catch {}
}
