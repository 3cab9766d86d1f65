import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ContextFile } from '../../agents/context.ts';
import { listReadings, readingFiles } from '../../delivery/context-files/readings.ts';
import { listScopedFiles } from '../../delivery/context-files/scoped-files.ts';
import { listRecords, readRecord } from '../../delivery/undo-record.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../../memory/memory.ts';
import { findRepository } from '../../sessions/projects/find-repository.ts';
import type { OwnFolders } from '../../shared/folders.ts';
import type { ConfiguredRequest } from '../configured-request.ts';
import { openLibrary } from '../history/open-library.ts';
import { findOwnFiles } from '../memory/own-files.ts';

/** Where hardwon may have written. */
interface Traces {
  /** The folders of projects that exist. */
  roots: string[];
  /** Files that may contain lessons. */
  files: Pick<ContextFile, 'path' | 'root' | 'begin'>[];
}

/** Finds the projects and files that hardwon may have written to: from its undo records, the index and the current folder. */
export async function findTraces(
  request: ConfiguredRequest<Parameters<typeof openLibrary>[0]>,
  { cache, data }: OwnFolders,
): Promise<Traces> {
  const recorded = await readRecords(data);
  const indexed = existsSync(cache) ? await listIndexed(request) : [];
  const roots = [...new Set([...recorded.roots, ...indexed, ...findHere(request.cwd)])]
    .filter((root) => existsSync(root))
    .sort();
  const files = new Map<string, Traces['files'][number]>();
  for (const root of roots) for (const file of await listContextFiles(root, request)) files.set(file.path, file);
  for (const file of await findOwnFiles(request)) files.set(file.path, file);
  for (const file of recorded.files) if (!files.has(file.path)) files.set(file.path, file);
  return { roots, files: [...files.values()] };
}

/** The current project, if it has lessons: records and index may be gone already. */
function findHere(cwd: string): string[] {
  const root = findRepository(cwd);
  return existsSync(join(root, MEMORY_FOLDER, MEMORY_FILE)) ? [root] : [];
}

async function readRecords(dataDir: string): Promise<Traces> {
  const roots: string[] = [];
  const files: Traces['files'] = [];
  for (const { path } of await listRecords(dataDir)) {
    // A damaged record names nothing.
    const record = await readRecord(path).catch(() => undefined);
    if (!record) continue;
    roots.push(record.projectRoot);
    files.push(...record.changes.map((change) => ({ path: change.path, root: change.root })));
  }
  return { roots, files };
}

async function listIndexed(request: Parameters<typeof openLibrary>[0]): Promise<string[]> {
  const library = await openLibrary(request);
  try {
    return (await library.projects()).map(({ root }) => root);
  } finally {
    library.close();
  }
}

async function listContextFiles(
  projectRoot: string,
  { home, env, known }: Pick<ConfiguredRequest, 'home' | 'env' | 'known'>,
): Promise<ContextFile[]> {
  const readings = await listReadings({ projectRoot, home, env, known });
  const files = await Promise.all(
    readings.map(async ({ context }) => [
      ...readingFiles(context),
      ...(context.scoped ? await listScopedFiles(context.scoped, projectRoot) : []),
    ]),
  );
  return files.flat();
}
