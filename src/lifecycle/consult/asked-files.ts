import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeScope } from '../../memory/field-values.ts';
import { type GitDisk, openDisk } from '../../sessions/projects/git-folder.ts';
import { expandTilde, isAbsolutePath, joinPath, relativeTo } from '../../shared/paths.ts';

/** Where files are asked for. */
export interface AskedFrom {
  /** The working folder: paths are seen from here. */
  cwd: string;
  /** The top of the checkout that it lies in. */
  top: string;
  /** Every checkout of the project, the main one too: an absolute path may name a file in any. */
  tops: readonly string[];
  home: string;
}

/** Files of a task, as they were named on the command line. */
export interface AskedFiles {
  /** Relative to the top of a checkout; folders end in a slash. */
  files: string[];
  /** What lies outside the project. */
  outside: string[];
}

/**
 * Reads the values of `--files`: separated by commas, with globs and folders, from the working folder, the top of the checkout or the
 * root of the disk, with slashes of either kind.
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

/** A file whose name has a comma is one file; `a.ts,../b.ts` is not, though its dots lead to one. */
function splitValue(value: string, { cwd, top }: AskedFrom): string[] {
  // The folder itself is there, but nobody means it by naming nothing.
  if (value.trim() === '') return [];
  const isName = !value.includes('..') && (existsSync(join(cwd, value)) || existsSync(join(top, value)));
  return isName ? [value] : decodeScope(value);
}

function locate(name: string, { cwd, top, tops, home }: AskedFrom, disk: GitDisk): string | undefined {
  const path = expandTilde(name, home).replaceAll('\\', '/');
  const base =
    isAbsolutePath(path) || existsSync(joinPath(cwd, baseOf(path))) || !existsSync(joinPath(top, baseOf(path))) ? cwd : top;
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

/** The part of a path before its first star, which can be looked for. */
function baseOf(path: string): string {
  const star = path.search(/[*?{]/);
  return star === -1 ? path : path.slice(0, path.lastIndexOf('/', star) + 1);
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
