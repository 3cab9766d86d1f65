import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AdapterSource } from '../config/config.ts';
import { AppError } from '../shared/errors.ts';
import { isInside } from '../shared/files.ts';
import { isJson } from '../shared/json-values.ts';
import { expandTilde, isAbsolutePath } from '../shared/paths.ts';
import { readRegularSync } from '../shared/regular-file.ts';

/** A module on disk. */
interface AdapterFile {
  path: string;
  /** The version of its package; empty for a single file. */
  version: string;
}

/** Finds the module that a configuration names. Nothing is run. */
export function findAdapter({ name, folder }: AdapterSource, home: string): AdapterFile {
  if (/^\.{1,2}[\\/]|^~[\\/]/.test(name) || isAbsolutePath(name))
    return findFile(resolve(folder, expandTilde(name, home)));
  if (!PACKAGE.test(name))
    throw new AppError(
      'usage',
      'it is neither a path, which begins with ./ or ~/ or a root, nor the name of a package',
    );
  // Next to the configuration, or where hardwon itself is installed: `npm install --global hardwon hardwon-agent-lantern`.
  const own = dirname(fileURLToPath(import.meta.url));
  const found = [...foldersAbove(folder), ...foldersAbove(own)]
    .map((parent) => join(parent, 'node_modules', name))
    .find((path) => existsSync(join(path, 'package.json')));
  if (found === undefined)
    throw new AppError('not-found', `there is no package ${name} in node_modules of ${folder} or above it`);
  return findEntry(found);
}

const PACKAGE = /^(?:@[a-z0-9~-][\w.~-]{0,100}\/)?[a-z0-9~-][\w.~-]{0,200}$/;

function findFile(path: string): AdapterFile {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) throw new AppError('not-found', `there is no file ${path}`);
  if (!facts.isFile()) throw new AppError('usage', `${path} is not a file`);
  if (!/\.[cm]?js$/.test(path)) throw new AppError('usage', `${path} is not a module of JavaScript (.mjs, .js, .cjs)`);
  return { path, version: '' };
}

function findEntry(folder: string): AdapterFile {
  const facts: unknown = JSON.parse(readRegularSync(join(folder, 'package.json')).toString('utf8'));
  if (!isJson(facts)) throw new AppError('broken-file', `${join(folder, 'package.json')} is no object`);
  const entry = chooseExport(facts.exports) ?? (typeof facts.main === 'string' ? facts.main : 'index.js');
  const path = resolve(folder, entry);
  if (!isInside(path, folder))
    throw new AppError('broken-file', `the entry of the package lies outside of it: ${entry}`);
  const file = [path, `${path}.js`, join(path, 'index.js')].find((each) =>
    statSync(each, { throwIfNoEntry: false })?.isFile(),
  );
  if (file === undefined) throw new AppError('not-found', `there is no file ${path}`);
  return { path: file, version: typeof facts.version === 'string' ? facts.version : '' };
}

/**
 * Returns the path that Node would import from `exports`: a path, `{".": …}`, or conditions, of which the first that holds
 * counts.
 */
function chooseExport(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (Array.isArray(exports)) return exports.map(chooseExport).find((path) => path !== undefined);
  if (!isJson(exports)) return undefined;
  if ('.' in exports) return chooseExport(exports['.']);
  const holds = Object.keys(exports).filter((condition) =>
    ['import', 'node', 'module-sync', 'default'].includes(condition),
  );
  return holds.map((condition) => chooseExport(exports[condition])).find((path) => path !== undefined);
}

function foldersAbove(start: string): string[] {
  const folders: string[] = [];
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === dirname(folder)) return folders;
  }
}
