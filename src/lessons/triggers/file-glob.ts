import { isAbsolutePath, joinPath } from '../../shared/paths.ts';

/** Returns the names in a folder; undefined if it is not a folder, or must not be read. */
export type ListFolder = (path: string) => readonly string[] | undefined;

/**
 * Whether a word that the shell would expand surely matches no file: an address, the value of a flag or a git reference is not a
 * file name, and for the rest the disk decides, inside the repository. Patterns with more than `*` and `?` are left to the shell.
 */
export function findsNoFile(
  word: string,
  directory: string | undefined,
  list: ListFolder | undefined,
  isInside: (path: string) => boolean,
): boolean {
  if (/^-|\?.*=|:\/\/|^refs\//.test(word)) return true;
  if (!list || directory === undefined || /[[\](){}^~#|<>$]|\*\*|[*?].*\.\./.test(word) || word.length > LONGEST)
    return false;
  const folder = joinPath(directory, /^[^*?]*\//.exec(word)?.[0] ?? '');
  if (!isInside(directory) || !isInside(folder)) return false;
  // A directory that is not on this disk belongs to another machine, or to another day.
  return list(directory) !== undefined && !isThere(word, directory, list);
}

const LONGEST = 300;
/** The maximum of folders that one pattern may lead through. */
const MOST_FOLDERS = 200;

function isThere(pattern: string, directory: string, list: ListFolder): boolean {
  const parts = pattern.split('/').filter((part) => part !== '');
  let folders = [isAbsolutePath(pattern) ? '/' : directory];
  for (const [depth, part] of parts.entries()) {
    const isLast = depth === parts.length - 1;
    if (!/[*?]/.test(part)) {
      folders = folders.map((folder) => joinPath(folder, part));
      if (isLast) folders = folders.filter((path) => isListed(path, list));
      continue;
    }
    const names = folders.flatMap((folder) => {
      const there = list(folder) ?? [];
      return there.filter((name) => matchName(part, name)).map((name) => joinPath(folder, name));
    });
    // Too many to follow: something may be there.
    if (names.length > MOST_FOLDERS) return true;
    folders = names;
  }
  return folders.length > 0;
}

function isListed(path: string, list: ListFolder): boolean {
  const cut = path.lastIndexOf('/');
  return list(path.slice(0, Math.max(1, cut)))?.includes(path.slice(cut + 1)) ?? false;
}

/**
 * Whether a name matches; a star does not match a leading dot. On a mismatch only the last star is tried again, one letter
 * further.
 */
function matchName(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  let [at, sign, star, mark] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[sign] === '*') {
      star = sign++;
      mark = at;
    } else if (sign < pattern.length && (pattern[sign] === '?' || pattern[sign] === name[at])) {
      sign++;
      at++;
    } else if (star >= 0) {
      sign = star + 1;
      at = ++mark;
    } else return false;
  }
  while (pattern[sign] === '*') sign++;
  return sign === pattern.length;
}
