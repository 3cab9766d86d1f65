import { type WorktreeFolder, worktreeFolders } from '../../agents/worktree-registry.ts';
import { cutPath, joinPath, parseLocation } from '../../shared/paths.ts';
import { isContainerPath, isSharedFolder } from './containers.ts';

/** A folder that, judged by its path, is a git worktree or inside one. */
export interface WorktreePath {
  /** The worktree's own top folder. */
  root: string;
  /** The repository it belongs to, if the path reveals it. */
  main?: string;
  /** The repository's name, if the path reveals only that. */
  name?: string;
  /** Whether the worktree may be some parts deeper: a branch `mia/fix` makes two folders. */
  open: boolean;
}

/**
 * Recognises a worktree by the naming conventions of people and tools. Needed if the worktree no longer exists, which is the
 * usual case: worktrees are made for one task.
 */
export function matchWorktree(path: string): WorktreePath | undefined {
  // Hardly any path is a worktree, and a run asks for thousands.
  if (!/worktrees|conductor/i.test(path)) return undefined;
  const { segments } = parseLocation(path);
  // The last marker counts: a worktree can be made inside a worktree.
  for (let at = segments.length - 2; at >= 0; at--) {
    const found = matchAt(path, segments, at);
    // The folder that contains the worktrees is not one of them.
    if (found === undefined || at + found.parts > segments.length) continue;
    const main = found.main === undefined ? undefined : (matchWorktree(found.main)?.main ?? found.main);
    return {
      root: cutPath(path, at + found.parts),
      open: found.open === true,
      main,
      name: found.name,
    };
  }
  return undefined;
}

interface Match {
  /** Number of parts from the marker to the worktree's top. */
  parts: number;
  main?: string;
  name?: string | undefined;
  open?: boolean;
}

function matchAt(path: string, segments: readonly string[], at: number): Match | undefined {
  const name = segments[at]?.toLowerCase() ?? '';
  const next = segments[at + 1]?.toLowerCase();
  if (!/^\.|worktrees$|^conductor$/.test(name)) return undefined;
  const main = cutPath(path, at);

  if (name === '.git' && next === 'worktrees') return { parts: 3, main };
  const own = next === 'worktrees' ? findOwn(name) : undefined;
  if (own?.nameAt !== undefined) return { parts: 4, name: segments[at + own.nameAt] };
  if (own && !isSharedFolder(main)) return { parts: 3, main };
  if (name === '.conductor' && !isSharedFolder(main)) return { parts: 2, main };
  // ~/conductor/workspaces/<repo>/<city>
  if (name === 'conductor' && next === 'workspaces') return { parts: 4, name: segments[at + 2] };

  if (name === '.worktrees' || name === 'worktrees') {
    const above = segments[at - 1]?.toLowerCase() ?? '';
    if (above === '.git' || findOwn(above)) return undefined;
    return isContainerPath(main) ? { parts: 2, name: segments[at + 1], open: true } : { parts: 2, main, open: true };
  }
  return matchBeside(path, segments, at);
}

/** Returns the facts of the agent that creates worktrees below a folder of this name. */
function findOwn(name: string): WorktreeFolder | undefined {
  return worktreeFolders.find(({ folder }) => folder === name);
}

/** Recognises `harbour.worktrees/x`, `harbour-worktrees/x`, `harbour__worktrees/x`, beside the repository or in it. */
function matchBeside(path: string, segments: readonly string[], at: number): Match | undefined {
  const segment = segments[at] ?? '';
  const [, repository] = /^(.*[^._-])[._-]+worktrees$/i.exec(segment) ?? [];
  if (repository === undefined) return undefined;
  const above = cutPath(path, at);
  return { parts: 2, main: segments[at - 1] === repository ? above : joinPath(above, repository), open: true };
}
