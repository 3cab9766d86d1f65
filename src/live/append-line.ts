import { mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeRegularSync } from '../shared/regular-file.ts';

/**
 * Adds lines to a file in one write: hooks of parallel calls write at the same time, and with O_APPEND none of them cuts into another's
 * line. Gives whether it could: on a full disk it cannot, and the agent goes on.
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

/** The size of a file; 0 where there is none, or what has no size: a pipe or a device could be read for ever. */
export function sizeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}

/** Puts a file that is full in another place, which may hold the one before it. */
export function moveAside(path: string, before: string): void {
  try {
    renameSync(path, before);
  } catch {}
}
