import {
  baseName,
  expandTilde,
  isAbsolutePath,
  joinPath,
  type Location,
  parseLocation,
  relativeToParsed,
} from '../../shared/paths.ts';
import { homeOf } from './containers.ts';
import type { Project } from './project.ts';
import { matchWorktree } from './worktree-paths.ts';

/**
 * Returns a path of a log relative to the repository: `/home/mia/harbour/.worktrees/fix/src/a.ts` becomes `src/a.ts`, and so does
 * the same file in every other clone. `.` for a root, undefined outside of the repository. A relative path starts at `cwd`.
 */
export function relativePath(
  project: Pick<Project, 'root' | 'folders'>,
  path: string,
  cwd?: string,
): string | undefined {
  const absolute = makeAbsolute(path, cwd);
  if (absolute === undefined) return undefined;
  const location = parseLocation(absolute);
  const roots = rootsOf(project);
  const known = roots.find((root) => relativeToParsed(root, location) !== undefined);
  const worktree = findUnknownWorktree(project, roots, absolute);
  const isDeeper = worktree !== undefined && worktree.segments.length > (known?.segments.length ?? -1);
  const root = isDeeper ? worktree : known;
  return root === undefined ? undefined : relativeToParsed(root, location);
}

function makeAbsolute(path: string, cwd: string | undefined): string | undefined {
  // The tilde is the home folder of the user who ran the session.
  const home = path.startsWith('~') && cwd !== undefined ? homeOf(cwd) : undefined;
  const expanded = home === undefined ? path : expandTilde(path, home);
  if (isAbsolutePath(expanded)) return expanded;
  return cwd === undefined || !isAbsolutePath(cwd) || expanded.startsWith('~') ? undefined : joinPath(cwd, expanded);
}

/** Parsed once per project, because a run asks for thousands of paths. The deepest root comes first. */
const rootsByProject = new WeakMap<object, Location[]>();

function rootsOf(project: Pick<Project, 'folders'>): Location[] {
  let roots = rootsByProject.get(project);
  if (roots === undefined) {
    roots = project.folders.map(parseLocation).sort((a, b) => b.segments.length - a.segments.length);
    rootsByProject.set(project, roots);
  }
  return roots;
}

/** Finds a worktree in which no session was started, but whose path reveals that it belongs to this project. */
function findUnknownWorktree(
  project: Pick<Project, 'root'>,
  roots: readonly Location[],
  path: string,
): Location | undefined {
  if (!/worktrees|conductor/i.test(path) || path.includes('.git/worktrees')) return undefined;
  const found = matchWorktree(path);
  if (found === undefined) return undefined;
  const main = found.main === undefined ? undefined : parseLocation(found.main);
  const belongs =
    main === undefined
      ? found.name === baseName(project.root)
      : roots.some((root) => relativeToParsed(root, main) !== undefined);
  return belongs ? parseLocation(found.root) : undefined;
}
