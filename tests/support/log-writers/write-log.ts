import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { WrittenLogs } from './log-writer.ts';

/** Writes a file of a log, last changed when its last record was. */
export async function writeLog(written: WrittenLogs, path: string, text: string, clock: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await utimes(path, clock / 1000, clock / 1000);
  written.files.push(path);
}

/** Records as lines of JSON. */
export function printLines(records: readonly object[]): string {
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
}
