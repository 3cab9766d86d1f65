import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readlink, realpath, stat, symlink, utimes } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { findNotation, isCompiledFinder, type Notation, rewriteFile } from './embedded-paths.ts';
import type { PathMap } from './path-map.ts';

/** Files that are copied at a time: more are no quicker. */
const AT_ONCE = 16;

/**
 * Copies a folder of dependencies so that nothing in it leads back: links and the paths that scripts and environments hold lead to the same
 * places in the scratch checkout. Gives the links that were led there.
 */
export async function copyFolder(from: string, to: string, map: PathMap): Promise<string[]> {
  const links: string[] = [];
  const held: [path: string, notation: Notation][] = [];
  const folders: { from: string; to: string; siblings: ReadonlySet<string> }[] = [{ from, to, siblings: new Set() }];
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    const at = folder;
    // Not with its mode: what nobody may write to could not be removed either.
    await mkdir(at.to, { recursive: true });
    const entries = await readdir(at.from, { withFileTypes: true });
    const names = new Set(entries.map(({ name }) => name));
    const keepsTimes = names.has('__pycache__');
    await inTurns(entries, async (entry) => {
      const [source, target] = [join(at.from, entry.name), join(at.to, entry.name)];
      if (entry.isDirectory()) folders.push({ from: source, to: target, siblings: names });
      else if (entry.isSymbolicLink()) {
        if (await copyLink(source, target, map)) links.push(target);
      } else if (entry.isFile() && !isCompiledFinder(source)) {
        await copyFile(source, target, constants.COPYFILE_FICLONE);
        const notation = findNotation(source, at.siblings);
        if (notation) held.push([target, notation]);
        // Python compiles a module again whose time is another one.
        else if (keepsTimes && entry.name.endsWith('.py')) await copyTimes(source, target);
      }
    });
  }
  await inTurns(held, ([path, notation]) => rewriteFile(path, notation, map));
  return links;
}

/** Copies a link, which leads to the same place as before, or to what takes it. Says whether that is another one now. */
export async function copyLink(from: string, to: string, map: PathMap): Promise<boolean> {
  const text = await readlink(from);
  const target = resolve(dirname(from), text);
  const mapped = map.mapPath(target) ?? map.mapPath(await realpath(target).catch(() => target));
  const place = mapped ?? target;
  const isSame = resolve(dirname(to), text) === place;
  await makeLink(isSame ? text : place, to, target);
  return mapped !== undefined && !isSame;
}

/** Makes a link; on Windows, what leads to a folder is of a kind that everybody may make. */
export async function makeLink(text: string, path: string, target: string): Promise<void> {
  if (process.platform !== 'win32') return symlink(text, path);
  const isFolder = (await stat(target).catch(() => undefined))?.isDirectory() ?? false;
  await symlink(text, path, isFolder ? (isAbsolute(text) ? 'junction' : 'dir') : 'file');
}

async function copyTimes(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from);
  await utimes(to, atime, mtime);
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(work));
}
