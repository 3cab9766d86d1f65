import type { Project } from '../../sessions/projects/project.ts';
import { relativePath } from '../../sessions/projects/relative-path.ts';
import { parseLocation, relativeToParsed } from '../../shared/paths.ts';
import type { Roots } from './session-view.ts';

/**
 * Returns the mapping from paths in a project's logs to paths of its repository. It caches results, because a session names the
 * same paths repeatedly.
 */
export function makeRoots(project: Pick<Project, 'root' | 'folders'>): Roots {
  const byDirectory = new Map<string, Map<string, string | undefined>>();
  const deepestFirst = [...project.folders].sort((a, b) => b.length - a.length);
  const locations = deepestFirst.map(parseLocation);
  const checkouts = new Map<string, string | undefined>();
  return {
    relative(path, cwd = '') {
      let known = byDirectory.get(cwd);
      if (!known || known.size > MOST_REMEMBERED) {
        if (byDirectory.size > MOST_REMEMBERED) byDirectory.clear();
        known = new Map();
        byDirectory.set(cwd, known);
      }
      let found = known.get(path);
      if (found === undefined && !known.has(path)) {
        found = cutPlain(path, deepestFirst) ?? cutAny(project, path, cwd);
        known.set(path, found);
      }
      return found;
    },
    checkout(path) {
      if (checkouts.size > MOST_REMEMBERED) checkouts.clear();
      if (!checkouts.has(path)) {
        const location = parseLocation(path);
        const at = locations.findIndex((folder) => relativeToParsed(folder, location) !== undefined);
        checkouts.set(path, deepestFirst[at]);
      }
      return checkouts.get(path);
    },
  };
}

/** The upper bound of the cache, because calls that are matched as they arrive never end. */
const MOST_REMEMBERED = 20_000;

/**
 * Cuts a path below a known folder. Nearly all paths in logs are absolute and normalised, so that this suffices, in a twentieth
 * of the time.
 */
function cutPlain(path: string, deepestFirst: readonly string[]): string | undefined {
  if (!path.startsWith('/') || /\/\.{0,2}\/|\/\.{0,2}$|worktrees|conductor/i.test(path)) return undefined;
  const root = deepestFirst.find(
    (folder) => path === folder || (path.startsWith(folder) && path[folder.length] === '/'),
  );
  return root === undefined ? undefined : path.slice(root.length + 1);
}

function cutAny(project: Pick<Project, 'root' | 'folders'>, path: string, cwd: string): string | undefined {
  const found = relativePath(project, path, cwd === '' ? undefined : cwd);
  return found === '.' ? '' : found;
}
