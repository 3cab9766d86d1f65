import { existsSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { detectStyle, parseLocation } from '../../shared/paths.ts';
import { readRegularSync } from '../../shared/regular-file.ts';
import { isSharedFolder } from './containers.ts';
import { type GitConfig, parseGitConfig } from './git-config.ts';

/** A repository on this disk, as seen from a folder in it. */
export interface GitFolder {
  /** The top of the checkout that contains the folder. */
  top: string;
  /** The top of the main checkout: the same, unless this one is a worktree. */
  main: string;
  /**
   * The main checkout of a worktree whose repository no longer exists: sessions of both belong together, and nothing is written
   * there.
   */
  former?: string;
  /** The git folder that the file `.git` points to, if it is not accepted as this checkout's own. */
  foreign?: string;
  /** Remotes by name, as `host/owner/repo`. */
  remotes: ReadonlyMap<string, string>;
  /** Tops of the other worktrees of the repository, including those that no longer exist. */
  worktrees: readonly string[];
}

/** The questions of project resolution to the disk. */
export interface GitDisk {
  /** Whether the folder exists. */
  exists(path: string): boolean;
  /**
   * Returns the folder with symbolic links resolved; if it does not exist, its nearest existing parent with the rest appended.
   */
  real(path: string): string;
  /** Returns the repository that contains the folder, even if the folder itself no longer exists. */
  findGit(path: string): GitFolder | undefined;
}

/**
 * Examines folders named in logs, and caches each answer. Reads `.git` directly: running git once per folder would take seconds.
 *
 * Network paths are never accessed: a log from elsewhere could name a server, and a request would pass the user's credentials to
 * it.
 */
export function openDisk(platform: NodeJS.Platform = process.platform): GitDisk {
  const found = new Map<string, GitFolder | undefined>();
  const reals = new Map<string, { path: string; isThere: boolean }>();

  /** Goes from the root down, so that a home folder of another machine costs one check for everything below it. */
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
    const git =
      (look(folder).isThere ? readGit(folder) : undefined) ?? (parent === folder ? undefined : search(parent));
    found.set(folder, git);
    return git;
  };
  const opened = new Map<string, { path: string; isThere: boolean } | undefined>();
  const open = (path: string): { path: string; isThere: boolean } | undefined => {
    // The same few spellings are requested again and again.
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
      // A repository of dotfiles at ~ does not own every project below it.
      return git !== undefined && git.top !== folder && isSharedFolder(git.top) ? undefined : git;
    },
  };
}

/**
 * Returns the checkout that contains a folder without links, and the main one of its repository. Does as little as possible,
 * because the caller waits: one check for each folder up to the top, and reads files only if the checkout is a worktree.
 */
export function findCheckout(start: string): Pick<GitFolder, 'top' | 'main'> | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const stats = statQuietly(join(folder, '.git'));
    const git = stats?.isDirectory() ? { top: folder, main: folder } : stats && readGit(folder);
    // A repository of dotfiles at ~ does not own every project below it.
    if (git) return git.top !== start && isSharedFolder(git.top) ? undefined : git;
    if (folder === dirname(folder)) return undefined;
  }
}

/** A disk without any folders, as for logs of other machines. */
export const EMPTY_DISK: GitDisk = { exists: () => false, real: (path) => path, findGit: () => undefined };

/** Returns the path in the form that this platform opens, or undefined if it belongs to another platform. */
export function toNative(path: string, platform: NodeJS.Platform = process.platform): string | undefined {
  const style = detectStyle(path);
  if (path.includes('\0') || style === 'unc') return undefined;
  if (platform !== 'win32') return style !== 'windows' && isAbsolute(path) ? path : undefined;
  if (style === 'posix') return undefined;
  const { root, segments } = parseLocation(path);
  return /^[a-z]:\/$/.test(root) ? `${root.slice(0, 2).toUpperCase()}\\${segments.join('\\')}` : undefined;
}

/** A folder from a log may be a file by now, or below one without access: it then counts as missing. */
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

/** Returns the git folder of a checkout: `.git` itself, or the target of the file of that name. */
function findGitDir(folder: string): string | undefined {
  const entry = join(folder, '.git');
  const stats = statQuietly(entry);
  if (stats === undefined || stats.isDirectory()) return stats && entry;
  const [, target] = /^gitdir: (.+?)\r?\n?$/.exec(readSmall(entry)) ?? [];
  return target === undefined ? undefined : resolve(folder, target);
}

/**
 * `gitDir` is this checkout's own; that of a worktree names the shared one in `commondir`. A `.git` may be made by someone else,
 * so its claims are accepted only if the other side confirms them: it must not lead lessons into another project.
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
      former,
      foreign: existsSync(gitDir) ? gitDir : undefined,
    };
  return {
    top,
    main: common === gitDir ? top : (findMain(common, config.worktree) ?? top),
    former,
    remotes: config.remotes,
    worktrees: listWorktrees(common, top),
  };
}

/**
 * Whether a git folder belongs to this checkout, and no other. That of a submodule names it. `git init --separate-git-dir` leaves
 * no link back: it is accepted if the folder belongs to the user, and is neither bare nor part of another checkout.
 */
function isOwnGit(top: string, gitDir: string, { worktree, isBare }: GitConfig): boolean {
  if (gitDir === join(top, '.git')) return true;
  if (worktree !== undefined) return isSame(resolve(gitDir, worktree), top);
  try {
    const [own, real] = [realpathSync(top), realpathSync(gitDir)];
    const isInside = isBelow(real, own);
    if ((isInside ? relative(own, real) : real).split(/[\\/]/).includes('.git')) return false;
    // Below the checkout it is as trustworthy as a folder named `.git`.
    return isInside || (!isBare && statSync(real).uid === (process.getuid?.() ?? statSync(real).uid));
  } catch {
    return false;
  }
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !isAbsolute(way) && !/^\.\.(?:[\\/]|$)/.test(way);
}

/** Whether a repository knows a worktree: it has a folder for each, with a link back to its `.git` file. */
function isWorktreeOf(common: string, gitDir: string, top: string): boolean {
  const back = readSmall(join(gitDir, 'gitdir')).trim();
  return (
    back !== '' &&
    isSame(dirname(gitDir), join(common, 'worktrees')) &&
    isSame(resolve(gitDir, back), join(top, '.git'))
  );
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

/** Returns the main checkout of a repository that has moved or no longer exists as a whole: the path to it still reveals that. */
function findFormer(gitDir: string): string | undefined {
  const common = dirname(dirname(gitDir));
  return basename(dirname(gitDir)) === 'worktrees' && !existsSync(common) ? nameMain(common) : undefined;
}

function findMain(common: string, worktree: string | undefined): string | undefined {
  if (worktree === undefined) return nameMain(common);
  // A submodule's main checkout is named in its configuration, and links back to it.
  const main = resolve(common, worktree);
  const back = findGitDir(main);
  return back !== undefined && isSame(back, common) ? main : undefined;
}

/** Handles `.git`, or `.bare` as used by people who work only in worktrees; else a bare repository such as harbour.git. */
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
    // One that no longer exists cannot be checked; one that exists must belong to this repository.
    const gitDir = existsSync(path) ? findGitDir(path) : own;
    return gitDir !== undefined && isSame(gitDir, own) ? [path] : [];
  });
}

/** Returns an empty text if there is no such file: its absence is an answer here, not an error. */
function readSmall(path: string): string {
  try {
    return readRegularSync(path, 1 << 20).toString('utf8');
  } catch {
    return '';
  }
}
