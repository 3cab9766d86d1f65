import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { isInside } from '../../shared/files.ts';

/** A folder of the user's, and its replacement. */
export interface Move {
  from: string;
  to: string;
}

/** Maps the user's files to those of a scratch checkout. */
export interface PathMap {
  moves: readonly Move[];
  /**
   * Returns the place of an absolute path in the scratch checkout; undefined for a path that lies elsewhere, or is there already.
   */
  mapPath(path: string): string | undefined;
  /** Returns a text with every such path in it replaced; `write` decides how the beginning of each is written. */
  mapText(text: string, write?: (to: string, at: number) => string): string;
}

/** The place before a path: not within a longer one, except for the slashes of a URL. */
const BEFORE = /(?<=^|[^\p{L}\p{N}_.\-/\\~]|:\/{2,3})/u.source;
/** The end of a folder's name. A space does not end it, because it may be a part of a longer name. */
const AFTER = /(?=$|[/\\"'`:;,)\]}>\r\n\0])/u.source;

/**
 * Makes a map of these moves. The longest match counts, and only if it covers whole path segments: `/srv/orchard` is not in
 * `/srv/orchard-2`.
 */
export function mapPaths(moves: readonly Move[]): PathMap {
  const written = moves.flatMap(spell).sort((a, b) => b.from.length - a.from.length);
  const isWindows = process.platform === 'win32';
  const folders = written.map(({ from }) => from.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)).join('|');
  const pattern = new RegExp(`${BEFORE}(?:${folders})${AFTER}`, isWindows ? 'giu' : 'gu');
  const fold = (text: string) => (isWindows ? text.toLowerCase() : text);
  return {
    moves,
    mapPath(path) {
      if (moves.some(({ to }) => isInside(path, to))) return undefined;
      const move = written.find(({ from }) => isInside(path, from));
      return move && join(move.to, relative(move.from, path));
    },
    mapText(text, write = (to) => to) {
      if (moves.length === 0) return text;
      return text.replace(pattern, (found, at: number) => {
        const move = written.find(({ from }) => fold(from) === fold(found));
        return !move || text.startsWith(move.to, at) ? found : write(move.to, at);
      });
    },
  };
}

/**
 * Returns a move in every way in which programs write its paths: with composed or decomposed accents, and with the separators of
 * Windows.
 */
function spell({ from, to }: Move): Move[] {
  const forms = [...new Set([from, from.normalize('NFC'), from.normalize('NFD')])].map((form) => ({ from: form, to }));
  if (process.platform !== 'win32') return forms;
  const ways: ((path: string) => string)[] = [
    (path) => path,
    (path) => path.replaceAll('\\', '/'),
    (path) => path.replaceAll('\\', String.raw`\\`),
  ];
  return forms.flatMap((form) => ways.map((way) => ({ from: way(resolve(form.from)), to: way(resolve(to)) })));
}

/**
 * Returns the map from a checkout to its scratch checkout. `hints` are paths that may name it through links. A repository that
 * contains the user's home contains all their programs, too, so nothing in it is mapped.
 */
export async function mapCheckout(
  root: string,
  tree: string,
  hints: readonly (string | undefined)[],
): Promise<PathMap> {
  if (isInside(homedir(), root)) return mapPaths([]);
  return mapPaths((await findMappedNames(root, hints)).map((from) => ({ from, to: tree })));
}

/** Finds other names of a folder: those given paths that lead to it through links, as `/tmp` does on macOS. */
export async function findMappedNames(folder: string, paths: readonly (string | undefined)[]): Promise<string[]> {
  const names = new Set([folder]);
  for (const path of paths) {
    if (path === undefined || path === '') continue;
    for (let at = resolve(path); dirname(at) !== at; at = dirname(at)) {
      const real = await realpath(at).catch(() => undefined);
      if (real === folder) names.add(at);
    }
  }
  return [...names];
}
