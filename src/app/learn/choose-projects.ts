import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MEMORY_FILE, MEMORY_FOLDER } from '../../memory/memory.ts';
import { findProject } from '../../sessions/projects/find-project.ts';
import { findRepository } from '../../sessions/projects/find-repository.ts';
import { openDisk } from '../../sessions/projects/git-folder.ts';
import type { Project } from '../../sessions/projects/project.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { contains, sameFile } from '../../shared/paths.ts';
import { readKnowledge } from '../../team/knowledge.ts';
import type { ConfiguredRequest } from '../configured-request.ts';

/** Returns the projects that a request is about, or suggestions if there is none. */
export async function chooseProjects(
  projects: readonly Project[],
  request: Pick<ConfiguredRequest, 'all' | 'project' | 'cwd' | 'home' | 'env' | 'join' | 'projectGlobs' | 'team'>,
): Promise<{ projects: readonly Project[]; nothing?: { folder: string; near: string[] } }> {
  if (request.all) return { projects };
  const folder = request.project ?? request.cwd;
  const found = findProject(projects, folder);
  const project = found.project ? inThisClone(found.project, folder) : await rememberProject(folder, request);
  // A typo in --project must not select the project of the working directory. A project that is not on this machine still has
  // logs.
  if (project?.exists && !existsSync(folder) && !isJoined(project, folder, request))
    return { projects: [], nothing: { folder, near: [project.root] } };
  return project
    ? { projects: [project] }
    : { projects: [], nothing: { folder, near: found.near.map((near) => near.root) } };
}

/** Whether a folder that no longer exists was joined to one that does, and so is not a typo. */
function isJoined({ folders }: Project, folder: string, { join: globs }: Pick<ConfiguredRequest, 'join'>): boolean {
  return globs.length > 0 && folders.some((known) => sameFile(known, folder));
}

/** Returns all projects; that of the folder gets the clone around the folder as the place to write to. */
export function placeProjects(projects: readonly Project[], folder: string): Project[] {
  const { project: here } = findProject(projects, folder);
  return projects.map((project) => (project === here ? inThisClone(project, folder) : project));
}

/** Of several clones of a repository, chooses the one around the folder: lessons of all clones are written there. */
function inThisClone(project: Project, folder: string): Project {
  const here = existsSync(folder) ? openDisk().findGit(folder)?.main : undefined;
  // Part of a repository that was declared a project of its own lies below the checkout.
  if (here === undefined || contains(here, project.root)) return project;
  const others = project.folders.filter((known) => !sameFile(known, here));
  return { ...project, root: here, folders: [here, ...others], exists: true };
}

/**
 * Returns the project of a folder without sessions: agents delete logs after some weeks, but lessons make it a project, those in its
 * memory and those that the team has for it.
 */
async function rememberProject(
  folder: string,
  {
    projectGlobs,
    join: globs,
    ...request
  }: Pick<ConfiguredRequest, 'cwd' | 'home' | 'env' | 'join' | 'projectGlobs' | 'team'>,
): Promise<Project | undefined> {
  const { home, cwd, team } = request;
  const root = findRepository(folder);
  const hasMemory = existsSync(join(root, MEMORY_FOLDER, MEMORY_FILE));
  if (!hasMemory && readKnowledge(findOwnFolders(request).data, team?.url)?.roots[root] === undefined) return undefined;
  const { resolveProjects } = await import('../../sessions/projects/resolve.ts');
  const place = { agent: '', session: '', cwds: [root], remotes: [] };
  const [project] = await resolveProjects([place], { projects: projectGlobs, join: globs, home, cwd });
  return project && { ...project, root, sessions: [] };
}
