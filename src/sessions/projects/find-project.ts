import { didYouMean } from '../../shared/did-you-mean.ts';
import { baseName, contains, parseLocation, pathKey, sameFile } from '../../shared/paths.ts';
import { type GitDisk, type GitFolder, openDisk } from './git-folder.ts';
import type { Project } from './project.ts';
import { remoteKey } from './remotes.ts';

/** The answer to "which project is this folder?" */
export interface FoundProject {
  /** Absent if no session was started in the folder's repository. */
  project?: Project;
  /** Projects that may be meant, the most likely first; empty if one was found. */
  near: Project[];
}

/** More would be a list rather than a suggestion. */
const MOST_NEAR = 3;

/**
 * Finds the project of a folder on this machine: the one with its checkout or main checkout, else one with the same remote (a
 * fresh clone), else the one with the deepest folder that contains it.
 */
export function findProject(projects: readonly Project[], folder: string, disk: GitDisk = openDisk()): FoundProject {
  const real = disk.real(folder);
  const git = disk.findGit(folder);
  const project =
    git === undefined ? findHolding(projects, [folder, real]) : findRepository(projects, [folder, real], git);
  return project === undefined ? { near: findNear(projects, git?.main ?? real) } : { project, near: [] };
}

function findRepository(projects: readonly Project[], folders: readonly string[], git: GitFolder): Project | undefined {
  // Part of the repository that was declared a project of its own is deeper than its top.
  const holding = findHolding(projects, folders, (root) => contains(git.top, root) && !sameFile(git.top, root));
  const exact = (path: string): Project | undefined =>
    projects.find((project) => project.folders.some((candidate) => sameFile(candidate, path)));
  return holding ?? exact(git.top) ?? exact(git.main) ?? findByRemote(projects, git);
}

function findByRemote(projects: readonly Project[], git: GitFolder): Project | undefined {
  const [first] = git.remotes.values();
  const primary = git.remotes.get('origin') ?? first;
  if (primary === undefined) return undefined;
  return projects.find((project) => project.remotes.some((remote) => remoteKey(remote) === remoteKey(primary)));
}

function findHolding(
  projects: readonly Project[],
  folders: readonly string[],
  accept = (_root: string): boolean => true,
): Project | undefined {
  let best: { project: Project; depth: number } | undefined;
  for (const project of projects) {
    for (const root of project.folders) {
      const holds = folders.some((folder) => (project.container ? sameFile(root, folder) : contains(root, folder)));
      const depth = parseLocation(root).segments.length;
      if (holds && depth > (best?.depth ?? -1) && accept(root)) best = { project, depth };
    }
  }
  return best?.project;
}

/** Finds folders of the same name, then projects below this folder, then similar names. */
function findNear(projects: readonly Project[], folder: string): Project[] {
  const name = baseName(folder).toLowerCase();
  const namesake = projects.filter(
    (project) =>
      project.name.toLowerCase() === name || project.folders.some((root) => baseName(root).toLowerCase() === name),
  );
  const below = projects.filter((project) =>
    project.folders.some((root) => pathKey(root) !== pathKey(folder) && contains(folder, root)),
  );
  const meant = didYouMean(
    name,
    projects.map((project) => project.name),
  );
  const similar = projects.filter((project) => project.name === meant);
  return [...new Set([...namesake, ...below, ...similar])].slice(0, MOST_NEAR);
}
