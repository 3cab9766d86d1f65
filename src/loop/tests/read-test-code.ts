import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { TestFailure } from '../../programs/test-reports/parsed-tests.ts';
import { isInside, readTextFile, splitLines } from '../../shared/files.ts';

/** A test that is longer says what it asserts in its first lines, or not here. */
const MOST_LINES = 40;
const MOST_LETTERS = 2_000;

/** Files of tests are kilobytes; what is larger was generated. */
const LARGEST = 1024 * 1024;

/** The code of a failed test from the line on that its runner names, which is that of the test or of what failed in it. */
export async function readTestCode({ file, line }: Pick<TestFailure, 'file' | 'line'>, cwd: string): Promise<string | undefined> {
  if (file === undefined || line === undefined) return undefined;
  try {
    const path = await realpath(resolve(cwd, file));
    if (!isInside(path, cwd) || (await stat(path)).size > LARGEST) return undefined;
    const lines = splitLines((await readTextFile(path))?.text ?? '').slice(line - 1, line - 1 + MOST_LINES);
    return lines.slice(0, countBlock(lines)).join('').trimEnd().slice(0, MOST_LETTERS) || undefined;
  } catch {
    // It says more about a failure that is known without it.
    return undefined;
  }
}

/** The lines up to one that is not further in than the first: another test begins there, or what it stands in ends. */
function countBlock(lines: readonly string[]): number {
  const margin = indentOf(lines[0] ?? '');
  const isEnd = (line: string) => indentOf(line) < margin || (indentOf(line) === margin && !/^\s*[)\]}]/.test(line));
  const end = lines.findIndex((line, index) => index > 0 && line.trim() !== '' && isEnd(line));
  return end < 0 ? lines.length : end;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
