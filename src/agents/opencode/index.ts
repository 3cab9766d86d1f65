import { join } from 'node:path';
import type { BuiltInAgent } from '../agent.ts';
import { headless } from './headless.ts';
import { configFolder, hooks } from './hooks.ts';
import { live } from './live.ts';
import { AGENT, findLogs, findRoot } from './paths.ts';

/** OpenCode. README.md in this folder says where its sessions are and what they look like. */
export const openCode: BuiltInAgent = {
  name: AGENT,
  title: 'OpenCode',
  version: 2,
  root: findRoot,
  discover: async (places, skip) => findLogs(places, skip),
  read: async (file, from, open, take) => (await import('./reader.ts')).readLog(file, from, open, take),
  recall: async (path, call) => (await import('./reader.ts')).recallCall(path, call),
  variables: ['XDG_DATA_HOME', 'OPENCODE_DB'],
  hooks,
  live,
  skillFolders: ['.claude/skills', '.agents/skills', '.opencode/skills'],
  serverFiles: { project: ['opencode.json', 'opencode.jsonc'] },
  headless,
  hookPlaces: (places, project) =>
    [configFolder(places), ...(project === undefined ? [] : [project, join(project, '.opencode')])].flatMap(
      (folder) => [
        { path: join(folder, 'opencode.json'), form: 'json' },
        { path: join(folder, 'opencode.jsonc'), form: 'json' },
        { path: join(folder, 'plugins'), form: 'folder' },
        { path: join(folder, 'plugin'), form: 'folder' },
      ],
    ),
  context: async (places) => (await import('./context.ts')).openCodeContext(places),
};
