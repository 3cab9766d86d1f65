import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chooseAgents } from '../agents/choose-agents.ts';
import type { ConfiguredRequest } from '../app/configured-request.ts';
import { liveFolder } from '../delivery/journal/entry.ts';
import { MEMORY_FOLDER } from '../memory/memory.ts';
import { findOwnFolders } from '../shared/folders.ts';
import type { Shown } from './picture.ts';
import { foldersAbove } from './watch.ts';

/** Files in a project's root that lessons are told in; whatever else changes there is work. */
const CONTEXT_FILES = new Set([
  'CLAUDE.md',
  'CLAUDE.local.md',
  'AGENTS.md',
  'AGENTS.override.md',
  'GEMINI.md',
  '.cursorrules',
  '.clinerules',
  MEMORY_FOLDER,
]);

/** Of the learning loop, what is remembered of its runs; while one is made, its logs change all the time. */
const HISTORY = new Set(['history.ndjson']);

/** The folders that logs, memories and what was written are in. With names, only these files of them count. */
export async function listWatched(
  request: ConfiguredRequest,
  shown: Shown | undefined,
): Promise<Map<string, ReadonlySet<string> | undefined>> {
  const folders = new Map<string, ReadonlySet<string> | undefined>();
  const places = { home: request.home, env: request.env, folders: request.folders ?? {} };
  for (const { root, exists } of shown?.projects.map(({ project }) => project) ?? []) {
    if (!exists) continue;
    folders.set(root, CONTEXT_FILES);
    folders.set(join(root, MEMORY_FOLDER), undefined);
  }
  for (const agent of chooseAgents(request.agents, request.known)) {
    const root = agent.root(places);
    const files = await agent.discover(places).catch(() => []);
    // An agent that is used for the first time makes its folder.
    if (!existsSync(root)) folders.set(nearest(root), undefined);
    else
      for (const folder of foldersAbove(
        files.map(({ path }) => path),
        root,
      ))
        folders.set(folder, undefined);
  }
  const { data } = findOwnFolders(request);
  folders.set(liveFolder(data), undefined);
  folders.set(join(data, 'undo'), undefined);
  folders.set(join(data, 'loop'), HISTORY);
  return folders;
}

function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}
