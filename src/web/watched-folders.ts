import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chooseAgents } from '../agents/choose-agents.ts';
import type { ConfiguredRequest } from '../app/configured-request.ts';
import { liveFolder } from '../delivery/journal/entry.ts';
import { MEMORY_FOLDER } from '../memory/memory.ts';
import { findOwnFolders } from '../shared/folders.ts';
import type { Shown } from './picture.ts';
import { foldersAbove } from './watch.ts';

/** Files in a project's root that contain lessons; any other change there is ordinary work. */
const CONTEXT_FILES = new Set([
  'CLAUDE.md',
  'CLAUDE.local.md',
  'AGENTS.md',
  'AGENTS.override.md',
  'GEMINI.md',
  '.cursorrules',
  MEMORY_FOLDER,
]);

/** The file of the learning loop that records its runs; the logs of a run change all the time while it is made. */
const HISTORY = new Set(['history.ndjson']);

/** Returns the folders of logs, memories and written files. With names, only these files of a folder count. */
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
    // An agent that is used for the first time creates its folder.
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
