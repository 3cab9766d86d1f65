import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { Snapshot } from '../delivery/snapshot/layout.ts';
import { snapshotPath } from '../delivery/snapshot/place.ts';
import { findCheckout, toNative } from '../sessions/projects/git-folder.ts';

/** The project that a hook was started in, if it has lessons. */
export interface HookProject {
  snapshot: Snapshot;
  /** The checkout that the agent works in: a worktree has its own. */
  checkout: string;
}

/**
 * Opens the lessons of the project that contains a folder: those of the folder itself or of one above it, up to the top of its
 * repository, or else those of the repository's main checkout, which worktrees share.
 */
export function openProject(cwd: string, cacheDir: string): HookProject | undefined {
  const native = toNative(cwd);
  if (native === undefined) return undefined;
  const start = resolveLinks(native);
  const git = findCheckout(start);
  for (let folder = start; ; folder = dirname(folder)) {
    const path = snapshotPath(cacheDir, folder);
    if (existsSync(path)) return { snapshot: new Snapshot(path), checkout: git?.top ?? folder };
    if (folder === git?.top || folder === dirname(folder)) break;
  }
  if (!git) return undefined;
  const path = snapshotPath(cacheDir, git.main);
  return existsSync(path) ? { snapshot: new Snapshot(path), checkout: git.top } : undefined;
}

/** Opens the lessons of the repository that an attempt is made for, for a folder of its scratch checkout. */
export function openAttempt(root: string | undefined, cwd: string, cacheDir: string): HookProject | undefined {
  const project = root === undefined ? undefined : openProject(root, cacheDir);
  const checkout = findGit(cwd)?.top;
  return project && checkout !== undefined ? { ...project, checkout } : undefined;
}

/** Finds the checkout that contains a folder, and the main one of its repository. */
export function findGit(cwd: string): ReturnType<typeof findCheckout> {
  const native = toNative(cwd);
  return native === undefined ? undefined : findCheckout(resolveLinks(native));
}

function resolveLinks(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
