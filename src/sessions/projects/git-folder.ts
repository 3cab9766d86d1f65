import { existsSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { detectStyle, parseLocation } from '../../shared/paths.ts';
import { readRegularSync } from '../../shared/regular-file.ts';
import { isSharedFolder } from './containers.ts';
import { type GitConfig, parseGitConfig } from './git-config.ts';

/** A repository on this disk, as seen from a folder in it. */
export interface GitFolder {
  /** The top of the checkout that the folder lies in. */
  top: string;
  /** The top of the main checkout: the same, unless this one is a worktree. */
  main: string;
  /** The main checkout of a worktree whose repository is gone: sessions of both belong together, and nothing is written there. */
  former?: string;
  /** The git folder that the file `.git` leads to, where it is not taken for this checkout's own. */
  foreign?: string;
  /** Remotes by name, as `host/owner/repo`. */
  remotes: ReadonlyMap<string, string>;
  /** Tops of the other worktrees of the repository, those that are gone too. */
  worktrees: readonly string[];
}

/** What project resolution asks of the disk. */
export interface GitDisk {
  /** True where the folder is there. */
  exists(path: string): boolean;
  /** The folder without symbolic links, or its nearest parent's with the rest appended. */
  real(path: string): string;
  /** The repository that holds the folder, also where the folder itself is gone. */
  findGit(path: string): GitFolder | undefined;
}

/**
 * Looks at folders that logs name, remembering each answer. Reads `.git` itself: running git once per folder would take seconds.
 *
 * Network paths are never touched: a log from elsewhere could name a server, and asking it would hand it the user's credentials.
 */
export function openDisk(platform: NodeJS.Platform = process.platform): GitDisk {
  const found = new Map<string, GitFolder | undefined>();
  const reals = new Map<string, { path: string; isThere: boolean }>();

  /** From the root down, so that a home of another machine costs one look for all that lies below it. */
  const look = (folder: string): { path: string; isThere: boolean } => {
    const known = reals.get(folder);
    if (known !== undefined) return known;
    const parent = dirname(folder);
    const above = parent === folder ? { path: parent, isThere: true } : look(parent);
    const isThere = above.isThere && existsSync(folder);
    const answer = { isThere, path: isThere ? realpathSync(folder) : join(above.path, basename(folder)) };
    reals.set(folder, answer);
    return answer;
  };
  const search = (folder: string): GitFolder | undefined => {
    if (found.has(folder)) return found.get(folder);
    const parent = dirname(folder);
    const git = (look(folder).isThere ? readGit(folder) : undefined) ?? (parent === folder ? undefined : search(parent));
    found.set(folder, git);
    return git;
  };
  const opened = new Map<string, { path: string; isThere: boolean } | undefined>();
  const open = (path: string): { path: string; isThere: boolean } | undefined => {
    // The same few spellings are asked for again and again.
    if (opened.has(path)) return opened.get(path);
    const native = toNative(path, platform);
    const answer = native === undefined ? undefined : look(resolve(native));
    opened.set(path, answer);
    return answer;
  };

  return {
    exists: (path) => open(path)?.isThere ?? false,
    real: (path) => open(path)?.path ?? path,
    findGit: (path) => {
      const folder = open(path)?.path;
      const git = folder === undefined ? undefined : search(folder);
      // Dotfiles kept in a repository at ~ do not own every project below it.
      return git !== undefined && git.top !== folder && isSharedFolder(git.top) ? undefined : git;
    },
  };
}

/**
 * The checkout that a folder without links lies in, and the main one of its repository. Looks at as little as possible, for those who wait:
 * one look for each folder up to the top, and into files only where the checkout is a worktree.
 */
export function findCheckout(start: string): Pick<GitFolder, 'top' | 'main'> | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const stats = statQuietly(join(folder, '.git'));
    const git = stats?.isDirectory() ? { top: folder, main: folder } : stats && readGit(folder);
    // Dotfiles kept in a repository at ~ do not own every project below it.
    if (git) return git.top !== start && isSharedFolder(git.top) ? undefined : git;
    if (folder === dirname(folder)) return undefined;
  }
}

/** A disk with nothing on it: what logs of other machines see. */
export const EMPTY_DISK: GitDisk = { exists: () => false, real: (path) => path, findGit: () => undefined };

/** The path as this platform opens it, or nothing where it is of another. */
export function toNative(path: string, platform: NodeJS.Platform = process.platform): string | undefined {
  const style = detectStyle(path);
  if (path.includes('\0') || style === 'unc') return undefined;
  if (platform !== 'win32') return style !== 'windows' && isAbsolute(path) ? path : undefined;
  if (style === 'posix') return undefined;
  const { root, segments } = parseLocation(path);
  return /^[a-z]:\/$/.test(root) ? `${root.slice(0, 2).toUpperCase()}\\${segments.join('\\')}` : undefined;
}

/** A folder of a log may be a file by now, or below one that we may not enter: then it is not there for us. */
function statQuietly(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function readGit(folder: string): GitFolder | undefined {
  const gitDir = findGitDir(folder);
  return gitDir === undefined ? undefined : describe(folder, gitDir);
}

/** The git folder that belongs to a checkout: `.git` itself, or what the file of that name leads to. */
function findGitDir(folder: string): string | undefined {
  const entry = join(folder, '.git');
  const stats = statQuietly(entry);
  if (stats === undefined || stats.isDirectory()) return stats && entry;
  const [, target] = /^gitdir: (.+?)\r?\n?$/.exec(readSmall(entry)) ?? [];
  return target === undefined ? undefined : resolve(folder, target);
}

/**
 * `gitDir` is this checkout's own; a worktree's names the one it shares with the others in `commondir`. What a `.git` of somebody else's
 * making says is believed only where the other side says the same: it must not lead lessons into another project.
 */
function describe(top: string, gitDir: string): GitFolder {
  const named = readSmall(join(gitDir, 'commondir')).trim();
  const shared = named === '' ? undefined : resolve(gitDir, named);
  const common = shared !== undefined && isWorktreeOf(shared, gitDir, top) ? shared : gitDir;
  const config = parseGitConfig(readSmall(join(common, 'config')));
  const former = named === '' ? findFormer(gitDir) : undefined;
  if (common === gitDir && !isOwnGit(top, gitDir, config))
    return {
      ...{ top, main: top, remotes: new Map(), worktrees: [] },
      ...(former === undefined ? {} : { former }),
      ...(existsSync(gitDir) ? { foreign: gitDir } : {}),
    };
  return {
    top,
    main: common === gitDir ? top : (findMain(common, config.worktree) ?? top),
    ...(former === undefined ? {} : { former }),
    remotes: config.remotes,
    worktrees: listWorktrees(common, top),
  };
}

/**
 * Whether a git folder is that of this checkout, and no other's. That of a submodule names it. `git init --separate-git-dir` leaves no way
 * back: it is believed where the folder is the user's own, and neither bare nor part of another checkout.
 */
function isOwnGit(top: string, gitDir: string, { worktree, isBare }: GitConfig): boolean {
  if (gitDir === join(top, '.git')) return true;
  if (worktree !== undefined) return isSame(resolve(gitDir, worktree), top);
  try {
    const [own, real] = [realpathSync(top), realpathSync(gitDir)];
    const isInside = isBelow(real, own);
    if ((isInside ? relative(own, real) : real).split(/[\\/]/).includes('.git')) return false;
    // Below the checkout it is worth as much as a folder named `.git`.
    return isInside || (!isBare && statSync(real).uid === (process.getuid?.() ?? statSync(real).uid));
  } catch {
    return false;
  }
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !isAbsolute(way) && !/^\.\.(?:[\\/]|$)/.test(way);
}

/** Whether a repository knows a worktree: it keeps a folder for each, in which the way back to its `.git` file stands. */
function isWorktreeOf(common: string, gitDir: string, top: string): boolean {
  const back = readSmall(join(gitDir, 'gitdir')).trim();
  return back !== '' && isSame(dirname(gitDir), join(common, 'worktrees')) && isSame(resolve(gitDir, back), join(top, '.git'));
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

/** The repository has moved or is gone as a whole: the path to it still tells what it was. */
function findFormer(gitDir: string): string | undefined {
  const common = dirname(dirname(gitDir));
  return basename(dirname(gitDir)) === 'worktrees' && !existsSync(common) ? nameMain(common) : undefined;
}

function findMain(common: string, worktree: string | undefined): string | undefined {
  if (worktree === undefined) return nameMain(common);
  // A submodule's main checkout is named in its configuration, and leads back to it.
  const main = resolve(common, worktree);
  const back = findGitDir(main);
  return back !== undefined && isSame(back, common) ? main : undefined;
}

/** `.git`, or `.bare` as people name it who keep worktrees only; else a bare repository such as harbour.git. */
function nameMain(common: string): string {
  return basename(common).startsWith('.') ? dirname(common) : common;
}

function listWorktrees(common: string, top: string): string[] {
  let names: string[];
  try {
    names = readdirSync(join(common, 'worktrees'));
  } catch {
    return [];
  }
  return names.slice(0, 1000).flatMap((name) => {
    const own = join(common, 'worktrees', name);
    const back = readSmall(join(own, 'gitdir')).trim();
    const path = back === '' ? top : dirname(resolve(own, back));
    if (path === top) return [];
    // One that is gone cannot be asked; one that is there has to belong to this repository.
    const gitDir = existsSync(path) ? findGitDir(path) : own;
    return gitDir !== undefined && isSame(gitDir, own) ? [path] : [];
  });
}

/** Empty where there is no such file: what is missing is an answer here, not an error. */
function readSmall(path: string): string {
  try {
    return readRegularSync(path, 1 << 20).toString('utf8');
  } catch {
    return '';
  }
}
