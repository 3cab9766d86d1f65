import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { TestFailure } from '../../programs/test-reports/parsed-tests.ts';
import { isInside, readTextFile, splitLines } from '../../shared/files.ts';

/** The upper bound of lines shown. A longer test shows what it asserts in its first lines, or not here. */
const MOST_LINES = 40;
const MOST_LETTERS = 2_000;

/** Test files are kilobytes in size; a larger file was generated. */
const LARGEST = 1024 * 1024;

/** Reads the code of a failed test from the line that its runner names, which is the line of the test or of the failure in it. */
export async function readTestCode({ file, line }: Pick<TestFailure, 'file' | 'line'>, cwd: string): Promise<string | undefined> {
  if (file === undefined || line === undefined) return undefined;
  try {
    const path = await realpath(resolve(cwd, file));
    if (!isInside(path, cwd) || (await stat(path)).size > LARGEST) return undefined;
    const lines = splitLines((await readTextFile(path))?.text ?? '').slice(line - 1, line - 1 + MOST_LINES);
    return lines.slice(0, countBlock(lines)).join('').trimEnd().slice(0, MOST_LETTERS) || undefined;
  } catch {
    // The code only adds detail to a failure that is known without it.
    return undefined;
  }
}

/**
 * Counts the lines up to one that is not indented further than the first: another test begins there, or the enclosing block ends.
 */
function countBlock(lines: readonly string[]): number {
  const margin = indentOf(lines[0] ?? '');
  const isEnd = (line: string) => indentOf(line) < margin || (indentOf(line) === margin && !/^\s*[)\]}]/.test(line));
  const end = lines.findIndex((line, index) => index > 0 && line.trim() !== '' && isEnd(line));
  return end < 0 ? lines.length : end;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
