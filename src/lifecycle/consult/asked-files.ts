import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeScope } from '../../memory/field-values.ts';
import { type GitDisk, openDisk } from '../../sessions/projects/git-folder.ts';
import { expandTilde, isAbsolutePath, joinPath, relativeTo } from '../../shared/paths.ts';

/** The place from which files are asked for. */
interface AskedFrom {
  /** The working directory, to which paths are relative. */
  cwd: string;
  /** The top of the checkout that contains it. */
  top: string;
  /** Every checkout of the project, including the main one: an absolute path may name a file in any of them. */
  tops: readonly string[];
  home: string;
}

/** Files of a task, as named on the command line. */
interface AskedFiles {
  /** Relative to the top of a checkout; folders end in a slash. */
  files: string[];
  /** Paths outside the project. */
  outside: string[];
}

/**
 * Reads the values of `--files`: separated by commas, with globs and folders, relative to the working directory or the top of the
 * checkout, or absolute, with slashes of either kind.
 */
export function readAskedFiles(values: readonly string[], from: AskedFrom, disk: GitDisk = openDisk()): AskedFiles {
  const asked: AskedFiles = { files: [], outside: [] };
  for (const name of values.flatMap((value) => splitValue(value, from))) {
    const file = locate(name, from, disk);
    if (file === undefined) asked.outside.push(name);
    else if (!asked.files.includes(file)) asked.files.push(file);
  }
  return asked;
}

/**
 * Splits a value at its commas. A file whose name has a comma is one file; `a.ts,../b.ts` is not, though its dots lead to one.
 */
function splitValue(value: string, { cwd, top }: AskedFrom): string[] {
  // An empty path would resolve to the folder itself, but nobody means that by naming nothing.
  if (value.trim() === '') return [];
  const isName = !value.includes('..') && (existsSync(join(cwd, value)) || existsSync(join(top, value)));
  return isName ? [value] : decodeScope(value);
}

function locate(name: string, { cwd, top, tops, home }: AskedFrom, disk: GitDisk): string | undefined {
  const path = expandTilde(name, home).replaceAll('\\', '/');
  const base =
    isAbsolutePath(path) || existsSync(joinPath(cwd, baseOf(path))) || !existsSync(joinPath(top, baseOf(path)))
      ? cwd
      : top;
  const whole = joinPath(base, path);
  const candidates = [whole, disk.real(whole)];
  for (const root of [top, ...tops])
    for (const candidate of candidates) {
      const way = relativeTo(root, candidate);
      if (way === undefined) continue;
      if (way === '.') return '**';
      return /[\\/]$/.test(name) || isFolder(candidate) ? `${way}/` : way;
    }
  return undefined;
}

/** Returns the part of a path before its first star, which can be looked up on disk. */
function baseOf(path: string): string {
  const star = path.search(/[*?{]/);
  return star === -1 ? path : path.slice(0, path.lastIndexOf('/', star) + 1);
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
