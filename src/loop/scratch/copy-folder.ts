import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readlink, realpath, stat, symlink, utimes } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { exists } from '../../shared/files.ts';
import { findNotation, isCompiledFinder, type Notation, rewriteFile } from './embedded-paths.ts';
import type { PathMap } from './path-map.ts';

/** The number of files copied at a time: more is not faster. */
const AT_ONCE = 16;

/**
 * Copies a folder of dependencies so that nothing in it leads back: links, and the paths in scripts and environments, lead to the
 * same places in the scratch checkout. Returns the links that were redirected. It may take long, and stops at once when asked to.
 */
export async function copyFolder(from: string, to: string, map: PathMap, signal?: AbortSignal): Promise<string[]> {
  const links: string[] = [];
  const held: [path: string, notation: Notation][] = [];
  const folders: { from: string; to: string; siblings: ReadonlySet<string> }[] = [{ from, to, siblings: new Set() }];
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    const at = folder;
    signal?.throwIfAborted();
    // Without its mode, because a folder that nobody may write to could not be removed either.
    await mkdir(at.to, { recursive: true });
    const entries = (await unlessGone(at.from, () => readdir(at.from, { withFileTypes: true }))) ?? [];
    const names = new Set(entries.map(({ name }) => name));
    const keepsTimes = names.has('__pycache__');
    await inTurns(entries, async (entry) => {
      const [source, target] = [join(at.from, entry.name), join(at.to, entry.name)];
      if (entry.isDirectory()) folders.push({ from: source, to: target, siblings: names });
      await unlessGone(source, async () => {
        if (entry.isSymbolicLink() && (await copyLink(source, target, map))) links.push(target);
        if (!entry.isFile() || isCompiledFinder(source)) return;
        await copyFile(source, target, constants.COPYFILE_FICLONE);
        const notation = findNotation(source, at.siblings);
        if (notation) held.push([target, notation]);
        // Python recompiles a module if its timestamp has changed.
        else if (keepsTimes && entry.name.endsWith('.py')) await copyTimes(source, target);
      });
    });
  }
  await inTurns(held, ([path, notation]) => rewriteFile(path, notation, map));
  return links;
}

/**
 * Copies a link so that it leads to the same place as before, or to the replacement. Returns whether that is another place now.
 */
async function copyLink(from: string, to: string, map: PathMap): Promise<boolean> {
  const text = await readlink(from);
  const target = resolve(dirname(from), text);
  const mapped = map.mapPath(target) ?? map.mapPath(await realpath(target).catch(() => target));
  const place = mapped ?? target;
  const isSame = resolve(dirname(to), text) === place;
  await makeLink(isSame ? text : place, to, target);
  return mapped !== undefined && !isSame;
}

/** Creates a link; on Windows, a link to a folder is of the kind that every user may create. */
export async function makeLink(text: string, path: string, target: string): Promise<void> {
  if (process.platform !== 'win32') return symlink(text, path);
  const isFolder = (await stat(target).catch(() => undefined))?.isDirectory() ?? false;
  await symlink(text, path, isFolder ? (isAbsolute(text) ? 'junction' : 'dir') : 'file');
}

/** Tools that run meanwhile keep short-lived files among dependencies: one that is gone when its turn comes is not an error. */
async function unlessGone<T>(path: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (await exists(path)) throw error;
    return undefined;
  }
}

async function copyTimes(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from);
  await utimes(to, atime, mtime);
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(work));
}
