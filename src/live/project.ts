import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { Snapshot } from '../delivery/snapshot/layout.ts';
import { snapshotPath } from '../delivery/snapshot/place.ts';
import { openDisk } from '../sessions/projects/git-folder.ts';

/** The project that a hook was started in, as far as it has lessons. */
export interface HookProject {
  snapshot: Snapshot;
  /** The checkout that the agent is in: a worktree has its own. */
  checkout: string;
}

/**
 * Opens the lessons of the project that holds a folder: those of the folder itself or of one above it, up to the top of its repository,
 * else those of the repository's main checkout, which worktrees share.
 */
export function openProject(cwd: string, cacheDir: string): HookProject | undefined {
  const git = openDisk().findGit(cwd);
  const checkout = git?.top ?? cwd;
  for (let folder = resolveLinks(cwd); ; folder = dirname(folder)) {
    const path = snapshotPath(cacheDir, folder);
    if (existsSync(path)) return { snapshot: new Snapshot(path), checkout: git ? checkout : folder };
    if (folder === git?.top || folder === dirname(folder)) break;
  }
  const path = git && snapshotPath(cacheDir, git.main);
  return path !== undefined && existsSync(path) ? { snapshot: new Snapshot(path), checkout } : undefined;
}

function resolveLinks(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
