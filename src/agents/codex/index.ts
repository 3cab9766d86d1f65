import { join } from 'node:path';
import type { BuiltInAgent } from '../agent.ts';
import { headless } from './headless.ts';
import { hooks } from './hooks.ts';
import { live } from './live.ts';
import { AGENT, findLogs, findRoot } from './paths.ts';

/** OpenAI Codex. README.md in this folder says where its logs are and how their format developed. */
export const codex: BuiltInAgent = {
  name: AGENT,
  title: 'Codex',
  version: 3,
  root: findRoot,
  discover: async (places, skip) => findLogs(places, skip),
  read: async (file, from, open, take) => (await import('./reader.ts')).readLog(file, from, open, take),
  recall: async (path, call) => (await import('./reader.ts')).recallCall(path, call),
  variables: ['CODEX_HOME'],
  hooks,
  live,
  ownFolders: ['.codex/sessions', '.codex/archived_sessions', '.codex/log'],
  instructionFiles: ['AGENTS.md'],
  skillFolders: ['.agents/skills', '.codex/skills'],
  serverFiles: { user: (places) => join(findRoot(places), 'config.toml'), project: ['.codex/config.toml'] },
  headless,
  doctor: async () => (await import('./doctor.ts')).doctor,
  hookScripts: async () => (await import('./hook-scripts.ts')).hookScripts,
  hookPlaces: (places, project) =>
    [findRoot(places), ...(project === undefined ? [] : [join(project, '.codex')])].flatMap((folder) => [
      { path: join(folder, 'hooks.json'), form: 'json' },
      { path: join(folder, 'config.toml'), form: 'toml' },
    ]),
  context: async (places) => (await import('./context.ts')).codexContext(places),
};
