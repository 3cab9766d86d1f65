import { join } from 'node:path';
import type { BuiltInAgent } from '../agent.ts';
import { hooks } from './hooks.ts';
import { live } from './live.ts';
import { AGENT, findLogs, findRoot } from './paths.ts';

/** GitHub Copilot CLI. README.md in this folder says where its logs are and what they look like. */
export const copilot: BuiltInAgent = {
  name: AGENT,
  title: 'GitHub Copilot CLI',
  version: 2,
  variables: ['COPILOT_HOME', 'XDG_STATE_HOME'],
  hookPlaces: (places, project) => [
    { path: join(findRoot(places), 'config.json'), form: 'json' },
    { path: join(findRoot(places), 'hooks'), form: 'folder' },
    ...(project === undefined ? [] : [{ path: join(project, '.github', 'hooks'), form: 'folder' as const }]),
  ],
  root: findRoot,
  hooks,
  live,
  discover: async (places, skip) => findLogs(places, skip),
  read: async (file, from, open, take) => (await import('./reader.ts')).readLog(file, from, open, take),
  recall: async (path, call) => (await import('./reader.ts')).recallCall(path, call),
  context: async (places) => (await import('./context.ts')).copilotContext(places),
};
