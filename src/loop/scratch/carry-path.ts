import { constants } from 'node:fs';
import { copyFile, lstat, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { exists, isInside } from '../../shared/files.ts';
import { readRegular } from '../../shared/regular-file.ts';
import { copyFolder, makeLink } from './copy-folder.ts';
import { findMappedNames, type Move, mapPaths, type PathMap } from './path-map.ts';

/** The outcome of copying a file or folder. */
export interface CarriedCopy {
  /** Why it was left out; absent if it was not. */
  refusal?: string;
  /** Links that now lead to other places, all of them in the scratch checkout. */
  links?: string[];
  /** Its original place, if that is outside the repository. */
  move?: Move;
}

/** Options for copying. */
export interface CarryOptions {
  /** The root of the user's checkout. */
  root: string;
  map: PathMap;
  /** Stops it. */
  signal?: AbortSignal | undefined;
}

/**
 * Copies a user's file or folder to its place in a scratch checkout. If it is a link, its target is copied, unless that is in the
 * scratch checkout as well: an agent must not write through it.
 */
export async function carryPath(from: string, to: string, options: CarryOptions): Promise<CarriedCopy> {
  const { root, map } = options;
  const facts = await lstat(from);
  if (!facts.isSymbolicLink()) return copyAny(from, to, options);
  const real = await realpath(from).catch(() => undefined);
  if (real === undefined) return { refusal: 'is a link that leads nowhere' };
  const place = map.mapPath(real);
  if (place !== undefined && (await exists(place))) {
    await makeLink(relative(dirname(to), place), to, real);
    return {};
  }
  // Copying a folder that contains the copy itself would never end.
  if (isInside(root, real) || isInside(to, real))
    return { refusal: `is a link to ${real}, which holds more than dependencies` };
  const move = { from: real, to };
  return { ...(await copyAny(real, to, { ...options, map: mapPaths([...map.moves, move]) })), move };
}

async function copyAny(from: string, to: string, { root, map, signal }: CarryOptions): Promise<CarriedCopy> {
  const facts = await stat(from);
  // Copying a pipe would wait for its writer for ever.
  if (!facts.isDirectory() && !facts.isFile()) return { refusal: 'is neither a file nor a folder' };
  if (facts.isFile()) {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return {};
  }
  const isEnvironment = await exists(join(from, 'pyvenv.cfg'));
  if (isEnvironment && map.moves.some((move) => hasQuotes(move.from) || hasQuotes(move.to)))
    return {
      refusal:
        'is a Python environment, whose scripts cannot use a path with such characters: create one with loop.setup',
    };
  return { links: await copyFolder(from, to, isEnvironment ? await mapOwnNames(from, to, root, map) : map, signal) };
}

/**
 * Adds the names by which an environment knows its own place: those under which it was created, which may lead there through
 * links.
 */
async function mapOwnNames(from: string, to: string, root: string, map: PathMap): Promise<PathMap> {
  const script = join(from, process.platform === 'win32' ? 'Scripts' : 'bin', 'activate');
  const activate = (await readRegular(script).catch(() => '')).toString();
  const [, , own] = /^\s*(?:export )?VIRTUAL_ENV=(["']?)(.+?)\1\s*$/m.exec(activate) ?? [];
  const tree = map.mapPath(root);
  if (own === undefined || tree === undefined) return map;
  const known = new Set(map.moves.map((move) => move.from));
  const moves = [
    ...(await findMappedNames(from, [own])).map((name) => ({ from: name, to })),
    ...(await findMappedNames(root, [own])).map((name) => ({ from: name, to: tree })),
  ];
  return mapPaths([...map.moves, ...moves.filter((move) => !known.has(move.from))]);
}

/** Whether a path contains characters that are special within quotes; scripts use many kinds of quotes. */
function hasQuotes(path: string): boolean {
  return /["'$`\r\n]/.test(path) || (process.platform !== 'win32' && path.includes('\\'));
}
