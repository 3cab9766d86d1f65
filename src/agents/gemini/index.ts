import { join } from 'node:path';
import type { BuiltInAgent } from '../agent.ts';
import { headless } from './headless.ts';
import { hooks } from './hooks.ts';
import { live } from './live.ts';
import { AGENT, findLogs, findRoot } from './paths.ts';

/** Gemini CLI. README.md in this folder says where its logs are and what they look like. */
export const gemini: BuiltInAgent = {
  name: AGENT,
  aliases: live.aliases,
  title: 'Gemini CLI',
  version: 1,
  variables: ['GEMINI_CLI_HOME'],
  hooks,
  live,
  instructionFiles: ['GEMINI.md'],
  skillFolders: ['.agents/skills', '.gemini/skills'],
  serverFiles: { user: ({ home }) => join(home, '.gemini', 'settings.json'), project: ['.gemini/settings.json'] },
  headless,
  hookPlaces: (places, project) =>
    [findRoot(places), ...(project === undefined ? [] : [join(project, '.gemini')])].flatMap((folder) => [
      { path: join(folder, 'settings.json'), form: 'json' },
      { path: join(folder, 'extensions'), form: 'folder' },
    ]),
  root: findRoot,
  discover: async (places, skip) => findLogs(places, skip),
  read: async (file, from, open, take) => (await import('./reader.ts')).readLog(file, from, open, take),
  recall: async (path, call) => (await import('./reader.ts')).recallCall(path, call),
  context: async (places) => (await import('./context.ts')).geminiContext(places),
};
