import { isAbsolutePath, joinPath } from '../../shared/paths.ts';

/** Longer commands carry a text of their own, and what they print is about that. */
const LONGEST_COMMAND = 4000;

/** A command and the folder it really ran in. */
export interface LocatedCommand {
  folder: string;
  /** The command without the leading `cd`. */
  rest: string;
}

/**
 * Follows a leading `cd x &&`, or the `-C x` of a single git. Nothing where the folder cannot be told for sure: a remote blamed on the
 * wrong folder joins two projects, while a missed one costs nothing.
 */
export function locateCommand(command: string, cwd: string): LocatedCommand | undefined {
  if (command.length > LONGEST_COMMAND) return undefined;
  let folder = cwd;
  let rest = command.trim();
  for (;;) {
    const [whole, target] = /^cd\s+("[^"]*"|'[^']*'|[^\s;&|<>()]+)\s*(?:&&|;|\n)\s*/.exec(rest) ?? [];
    if (whole === undefined || target === undefined) break;
    const next = resolveWord(target, folder);
    if (next === undefined) return undefined;
    folder = next;
    rest = rest.slice(whole.length);
  }
  if (/(?:^|[\s;&|(])(?:cd|pushd|popd|ssh|docker|podman|kubectl|wsl|chroot|xargs|find)\s/.test(rest)) return undefined;
  if (/--git-dir|--work-tree|GIT_DIR=|GIT_WORK_TREE=/.test(rest)) return undefined;
  const inside = [...rest.matchAll(/\bgit\s+-C\s+("[^"]*"|'[^']*'|[^\s;&|<>()]+)/g)];
  if (inside.length === 0) return { folder, rest };
  if (inside.length > 1 || rest.match(/\bgit\s/g)?.length !== 1) return undefined;
  const [whole = '', target = ''] = inside[0] ?? [];
  const next = resolveWord(target, folder);
  return next === undefined ? undefined : { folder: next, rest: rest.replace(whole, 'git') };
}

/** A word of a command as a folder; nothing for variables, patterns and homes, whose value the log does not show. */
export function resolveWord(word: string, folder: string): string | undefined {
  const plain = /^"[^"]*"$|^'[^']*'$/.test(word) ? word.slice(1, -1) : word.replaceAll('\\ ', ' ');
  if (plain === '' || plain === '-' || /[$`*?[\]{}~!]/.test(plain)) return undefined;
  return isAbsolutePath(folder) ? joinPath(folder, plain) : undefined;
}
