import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chooseAgents } from '../../agents/choose-agents.ts';
import type { Project } from '../../sessions/projects/project.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { knowledgePath } from '../../team/knowledge.ts';
import type { ConfiguredRequest } from '../configured-request.ts';
import { hashParts, type Library } from '../history/session-history.ts';
import type { LearnReport, ProjectReport } from './learn-report.ts';

/** A report, and the state of the disk when it was made. */
interface Kept<T> {
  report: T;
  /** The state of each file and folder that the report depends on. */
  seen: [path: string, look: string][];
  /** Paths that lessons are about, and whether they existed. */
  looked: [path: string, isThere: boolean][];
}

/**
 * Returns the cached answer to the same question if nothing it depends on has changed since: no new line in any log, the same
 * options, and the same memory, context files and repositories on disk. `learn` is run again and again, usually with nothing new.
 */
export async function recallAnswer(library: Library, request: ConfiguredRequest): Promise<LearnReport | undefined> {
  if (!mayRecall(request)) return undefined;
  const kept = await library.recallResult<Kept<LearnReport>>(`answer ${keyOf(request)}`);
  if (!kept || !isUnchanged(kept)) return undefined;
  return { ...kept.report, at: request.now.toISOString(), read: library.read, notices: library.notices };
}

/** Caches an answer for the next time the same question is asked. */
export async function keepAnswer(
  library: Library,
  request: ConfiguredRequest,
  report: LearnReport,
  projects: readonly ProjectDependencies[],
): Promise<void> {
  // Only the next run sees the files just written.
  if (request.apply) return;
  const folders = (await library.projects()).flatMap((project) => project.folders);
  const seen = [...projects.flatMap((project) => project.seen), ...look([...repositoryFiles(folders, request)])];
  const kept = { report, seen: [...new Map(seen)], looked: projects.flatMap(({ looked }) => looked) };
  await library.keepResult(`answer ${keyOf(request)}`, kept satisfies Kept<LearnReport>);
}

/** The part of a cached report that decides whether it is still true. */
export type ProjectDependencies = Pick<Kept<unknown>, 'seen' | 'looked'>;

/** Returns the cached report of a project, which stays true while only other projects have new sessions. */
export async function recallReport(
  library: Library,
  request: ConfiguredRequest,
  project: Project,
): Promise<Kept<ProjectReport> | undefined> {
  if (!mayRecall(request)) return undefined;
  const kept = await library.recallForProject<Kept<ProjectReport>>(`report ${keyOf(request)}`, project);
  return kept && isUnchanged(kept) ? kept : undefined;
}

/** Caches the report of a project, and returns what it depends on. */
export async function keepReport(
  library: Library,
  request: ConfiguredRequest,
  project: Project,
  report: ProjectReport,
): Promise<ProjectDependencies> {
  if (request.apply) return { seen: [], looked: [] };
  const { looked, manifests } = library.tracesOf(project);
  const kept: Kept<ProjectReport> = {
    report,
    seen: look(new Set([...(await dependencies(project, request)), ...manifests])),
    looked: looked.map((path) => [path, existsSync(path)]),
  };
  await library.keepForProject(`report ${keyOf(request)}`, project, kept);
  return kept;
}

function mayRecall({ apply, fresh }: ConfiguredRequest): boolean {
  return !apply && !fresh;
}

function isUnchanged({ seen, looked }: ProjectDependencies): boolean {
  return (
    seen.every(([path, was]) => lookAt(path) === was) &&
    looked.every(([path, wasThere]) => existsSync(path) === wasThere)
  );
}

function look(paths: Iterable<string>): [path: string, look: string][] {
  return Array.from(paths, (path) => [path, lookAt(path)]);
}

/** Files of tool fixes, which are generated from memory. */
const LEARNED_FILES = [
  ['learned', 'tool_fixes.yaml'],
  ['learned', 'patterns.yaml'],
] as const;

/**
 * Returns the cache key of a request: all of it except the fields that no answer depends on. A new option is part of the key
 * unless it is excluded here.
 */
function keyOf(request: ConfiguredRequest): string {
  const {
    cwd,
    project,
    agents,
    known,
    env,
    now,
    onProgress,
    apply,
    fresh,
    user,
    configPath,
    allowed,
    problems,
    live,
    ...question
  } = request;
  const roots = chooseAgents(agents, known).map((agent) => [
    agent.name,
    agent.version,
    agent.root({ home: request.home, env, folders: request.folders ?? {} }),
  ]);
  const folder = request.all ? '' : (project ?? cwd);
  return hashParts([folder, roots, Object.entries(question).sort()]);
}

/** Returns the files that the report of a project depends on, besides those that its lessons are about. */
async function dependencies({ root, folders }: Project, request: ConfiguredRequest): Promise<string[]> {
  const [
    { contradictionsPath },
    { listDecidingFiles },
    { MEMORY_FILE, MEMORY_FOLDER },
    { TOMBSTONE_FILE },
    { findOwnFiles },
  ] = await Promise.all([
    import('../../delivery/journal/contradictions.ts'),
    import('../../delivery/context-files/readings.ts'),
    import('../../memory/memory.ts'),
    import('../../memory/tombstones.ts'),
    import('../memory/own-files.ts'),
  ]);
  const { home, env, known, targets = [] } = request;
  // Memory counts how often lessons helped, and a contradiction that hooks noted lowers the confidence of a lesson.
  const { data, config } = findOwnFolders(request);
  return [
    join(root, MEMORY_FOLDER),
    join(root, MEMORY_FOLDER, MEMORY_FILE),
    join(root, MEMORY_FOLDER, TOMBSTONE_FILE),
    ...LEARNED_FILES.map((name) => join(root, MEMORY_FOLDER, ...name)),
    join(root, '.gitignore'),
    join(root, '.git', 'info', 'exclude'),
    ...(await listDecidingFiles({ projectRoot: root, home, env, folders: request.folders ?? {}, known })),
    ...targets,
    ...repositoryFiles(folders, request),
    join(data, 'live', 'journal.ndjson'),
    contradictionsPath(data),
    knowledgePath(data),
    // Lessons that hold everywhere are delivered in the user's own files.
    join(config, MEMORY_FOLDER, MEMORY_FILE),
    ...(await findOwnFiles(request)).map(({ path }) => path),
  ];
}

/** Returns the files that decide which folders are one project, for some folders and the one that was asked about. */
function repositoryFiles(folders: readonly string[], { project, cwd }: ConfiguredRequest): string[] {
  return [...folders, project ?? cwd].flatMap((folder) => [
    folder,
    join(folder, '.git'),
    join(folder, '.git', 'config'),
    join(folder, '.git', 'worktrees'),
    join(folder, '.git', 'info', 'exclude'),
  ]);
}

/**
 * Describes the state of a path: for a folder only that it exists, because folders change all the time; for a file its size and
 * time.
 */
function lookAt(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return '';
    if (!stat.isDirectory()) return `${stat.size} ${stat.mtimeMs}`;
    return path.endsWith('worktrees') ? `folder ${stat.mtimeMs}` : 'folder';
  } catch {
    return 'unreadable';
  }
}
