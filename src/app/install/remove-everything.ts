import { existsSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findPlugins, listHookPlaces } from '../../agents/find-hooks.ts';
import { listServerFiles, readServerCommand } from '../../agents/find-servers.ts';
import { applyPlan } from '../../delivery/apply.ts';
import type { Change } from '../../delivery/change.ts';
import { findMadeFolders } from '../../delivery/hooks/find-original.ts';
import { removeEmptyFolders } from '../../delivery/restore.ts';
import { MEMORY_FOLDER } from '../../memory/memory.ts';
import { findRepository } from '../../sessions/projects/find-repository.ts';
import { AppError, tellWhole } from '../../shared/errors.ts';
import { isInside } from '../../shared/files.ts';
import { findOwnFolders, type OwnFolders } from '../../shared/folders.ts';
import { type ConfiguredRequest, withConfig } from '../configured-request.ts';
import { findTraces } from './find-traces.ts';
import { type InstallRequest, installHooks } from './install-hooks.ts';
import { planBlockRemoval } from './plan-block-removal.ts';

/** What to remove, and the command line of the hooks. */
export interface RemovalRequest extends Omit<InstallRequest, 'action' | 'scope' | 'names'> {
  /** Whether lessons, and the user's own configuration, go as well. */
  memory: boolean;
  onProgress?: (done: number, total: number) => void;
}

/** The output of `hardwon uninstall --all --json`. */
export interface RemovalReport {
  /** The version of this shape. */
  schema: 1;
  /** The time of the report, ISO 8601. */
  at: string;
  /** Whether everything was removed in this run. */
  applied: boolean;
  /** Files that lose hardwon's part, or go because nothing else is in them. */
  files: { path: string; what: 'hooks' | 'lessons'; action: 'change' | 'remove' }[];
  /** Folders that go. */
  folders: RemovedFolder[];
  /** Folders that stay unless --memory is given. */
  kept: RemovedFolder[];
  /** What only the user can remove, with the reason. */
  left: string[];
}

/** A folder of hardwon. */
export interface RemovedFolder {
  path: string;
  what: 'cache' | 'data' | 'memory' | 'configuration';
}

/** Removes everything that hardwon wrote: hooks, blocks in context files, and its own folders. A dry run unless `apply` is set. */
export async function removeEverything(asked: RemovalRequest): Promise<RemovalReport> {
  const request = await withConfig({ ...asked, join: [], folders: {} });
  const own = findOwnFolders(request);
  const traces = await findTraces(request, own);
  const hooks = await removeHooks(request, traces.roots);
  const blocks = await planBlockRemoval(traces.files, own.data);
  const emptied = request.apply ? await write(blocks.changes, request, own) : [];
  const { folders, kept } = await listFolders(traces.roots, own, request.memory);
  if (request.apply) {
    for (const { path } of folders) await rm(path, { recursive: true, force: true });
    await removeEmptyFolders(emptied);
    for (const { path } of folders) await removeEmptyParents(path, request.home);
  }
  return {
    schema: 1,
    at: request.now.toISOString(),
    applied: request.apply,
    files: [
      ...hooks.files,
      ...blocks.changes.map(({ path, after }) => ({
        path,
        what: 'lessons' as const,
        action: after === undefined ? ('remove' as const) : ('change' as const),
      })),
    ],
    folders,
    kept,
    left: [...hooks.left, ...blocks.left, ...listPlugins(request, traces.roots), ...listServers(request, traces.roots)],
  };
}

/** Removes hooks of the user and of every project. An agent whose settings cannot be changed is left, and the others are not. */
async function removeHooks(
  request: ConfiguredRequest<RemovalRequest>,
  roots: readonly string[],
): Promise<Pick<RemovalReport, 'files' | 'left'>> {
  const files: RemovalReport['files'] = [];
  const left: string[] = [];
  const home = findRepository(request.home);
  const scopes = [
    { scope: 'user' as const, cwd: request.cwd },
    ...roots.filter((root) => findRepository(root) !== home).map((cwd) => ({ scope: 'project' as const, cwd })),
  ];
  for (const { scope, cwd } of scopes) {
    const { cwd: _here, memory: _memory, onProgress: _progress, ...rest } = request;
    const task = { ...rest, cwd, scope, action: 'uninstall' as const };
    const dry = await installHooks({ ...task, names: [], apply: false });
    left.push(...dry.refusals);
    const names = dry.agents.filter(({ state }) => state === 'removed').map(({ name }) => name);
    if (request.apply && names.length > 0) await installHooks({ ...task, names, apply: true });
    files.push(
      ...dry.changes.map(({ path, action }) => ({
        path,
        what: 'hooks' as const,
        action: action === 'remove' ? ('remove' as const) : ('change' as const),
      })),
    );
  }
  return { files, left };
}

/** Writes the files without their blocks; returns the folders that were made for files that are gone. */
async function write(
  changes: readonly Change[],
  { cwd, now }: Pick<RemovalRequest, 'cwd' | 'now'>,
  { data }: OwnFolders,
): Promise<string[]> {
  if (changes.length === 0) return [];
  await applyPlan({ projectRoot: findRepository(cwd), changes: [...changes], refusals: [] }, { dataDir: data, now });
  const gone = changes.filter(({ after }) => after === undefined);
  const folders = await Promise.all(gone.map(({ path }) => findMadeFolders(data, path)));
  return [...new Set(folders.flat())].sort((a, b) => a.length - b.length);
}

async function listFolders(
  roots: readonly string[],
  own: OwnFolders,
  withMemory: boolean,
): Promise<Pick<RemovalReport, 'folders' | 'kept'>> {
  const memories = roots.map((root) => ({ path: join(root, MEMORY_FOLDER), what: 'memory' as const }));
  const personal = [...memories, { path: own.config, what: 'configuration' as const }].filter(({ path }) =>
    existsSync(path),
  );
  const derived = [
    { path: own.cache, what: 'cache' as const },
    { path: own.data, what: 'data' as const },
  ].filter(({ path }) => existsSync(path));
  return withMemory ? { folders: [...personal, ...derived], kept: [] } : { folders: derived, kept: personal };
}

/** Removes folders above that are empty now, up to the home folder. */
async function removeEmptyParents(path: string, home: string): Promise<void> {
  for (let above = dirname(path); above !== home && isInside(above, home); above = dirname(above)) {
    const names = await readdir(above).catch(() => ['?']);
    if (names.length > 0) return;
    await rmdir(above).catch(() => undefined);
  }
}

/** Names the plugins, which the agents themselves manage. */
function listPlugins({ known, home, env }: ConfiguredRequest<RemovalRequest>, roots: readonly string[]): string[] {
  const places = known.flatMap((agent) =>
    [undefined, ...roots].flatMap((root) => {
      try {
        return findPlugins(listHookPlaces(agent, { home, env }, root)).map(
          (path) => `${path} enables the plugin of hardwon: remove it with ${agent.title}.`,
        );
      } catch (error) {
        return error instanceof AppError ? [tellWhole(error)] : [];
      }
    }),
  );
  return [...new Set(places)];
}

/** Names the settings in which the user has added the MCP server: hardwon writes none of them. */
function listServers({ home, env }: ConfiguredRequest<RemovalRequest>, roots: readonly string[]): string[] {
  const files = new Set(roots.flatMap((root) => listServerFiles({ home, env }, root)));
  return [...files]
    .filter((path) => readServerCommand(path) !== undefined)
    .map((path) => `${path} starts hardwon as an MCP server: delete the entry hardwon there.`);
}
