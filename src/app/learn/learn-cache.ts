import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chooseAgents } from '../../agents/choose-agents.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import type { ConfiguredRequest } from '../configured-request.ts';
import { hashParts, type Library } from '../history/session-history.ts';
import type { LearnReport } from './learn-report.ts';

/** An answer, and the state of the disk when it was given. */
interface KeptAnswer {
  report: LearnReport;
  /** The state of each file and folder that the answer depends on. */
  seen: [path: string, look: string][];
  /** Paths that lessons are about, and whether they existed. */
  looked: [path: string, isThere: boolean][];
}

/**
 * Returns the cached answer to the same question if nothing it depends on has changed since: no new line in any log, the same
 * options, and the same memory, context files and repositories on disk. `learn` is run again and again, usually with nothing new.
 */
export async function recallAnswer(library: Library, request: ConfiguredRequest): Promise<LearnReport | undefined> {
  if (request.apply || request.fresh) return undefined;
  const kept = await library.recallResult<KeptAnswer>(keyOf(request));
  if (!kept?.seen.every(([path, look]) => lookAt(path) === look)) return undefined;
  if (!kept.looked.every(([path, wasThere]) => existsSync(path) === wasThere)) return undefined;
  return { ...kept.report, at: request.now.toISOString(), read: library.read, notices: library.notices };
}

/** Caches an answer for the next time the same question is asked. */
export async function keepAnswer(library: Library, request: ConfiguredRequest, report: LearnReport): Promise<void> {
  // Only the next run sees the files just written.
  if (request.apply) return;
  const paths = await dependencies(library, request, report);
  const seen = paths.map((path): [string, string] => [path, lookAt(path)]);
  const looked = library.looked.map((path): [string, boolean] => [path, existsSync(path)]);
  await library.keepResult(keyOf(request), { report, seen, looked } satisfies KeptAnswer);
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
  return `answer ${hashParts([folder, roots, Object.entries(question).sort()])}`;
}

async function dependencies(library: Library, request: ConfiguredRequest, report: LearnReport): Promise<string[]> {
  const [{ contradictionsPath }, { listDecidingFiles }, { MEMORY_FILE, MEMORY_FOLDER }, { TOMBSTONE_FILE }] = await Promise.all([
    import('../../delivery/journal/contradictions.ts'),
    import('../../delivery/context-files/readings.ts'),
    import('../../memory/memory.ts'),
    import('../../memory/tombstones.ts'),
  ]);
  const { home, env, known, targets = [] } = request;
  const files = await Promise.all(
    report.projects.map(async ({ root }) => [
      join(root, MEMORY_FOLDER),
      join(root, MEMORY_FOLDER, MEMORY_FILE),
      join(root, MEMORY_FOLDER, TOMBSTONE_FILE),
      ...LEARNED_FILES.map((name) => join(root, MEMORY_FOLDER, ...name)),
      join(root, '.gitignore'),
      join(root, '.git', 'info', 'exclude'),
      ...(await listDecidingFiles({ projectRoot: root, home, env, folders: request.folders ?? {}, known })),
    ]),
  );
  const folders = (await library.projects()).flatMap((project) => project.folders);
  const asked = request.project ?? request.cwd;
  const repositories = [...folders, asked].flatMap((folder) => [
    folder,
    join(folder, '.git'),
    join(folder, '.git', 'config'),
    join(folder, '.git', 'worktrees'),
    join(folder, '.git', 'info', 'exclude'),
  ]);
  // Memory counts how often lessons helped, and a contradiction that hooks noted lowers the confidence of a lesson.
  const { data } = findOwnFolders(request);
  const live = [join(data, 'live', 'journal.ndjson'), contradictionsPath(data)];
  // Lessons that hold everywhere are delivered in the user's own files.
  const { config } = findOwnFolders(request);
  const { findOwnFiles } = await import('../memory/own-files.ts');
  const own = [join(config, MEMORY_FOLDER, MEMORY_FILE), ...(await findOwnFiles(request)).map(({ path }) => path)];
  return [...new Set([...files.flat(), ...targets, ...repositories, ...live, ...own, ...library.manifests])];
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
