import { join } from 'node:path';
import type { BuiltInAgent } from '../agent.ts';
import { AGENT, findLogs, findRoot } from './paths.ts';

/** pi and its forks. README.md in this folder says where their logs are and what they look like. */
export const pi: BuiltInAgent = {
  name: AGENT,
  title: 'pi',
  version: 1,
  root: findRoot,
  discover: async (places, skip) => findLogs(places, skip),
  read: async (file, from, open, take) => (await import('./reader.ts')).readLog(file, from, open, take),
  recall: async (path, call) => (await import('./reader.ts')).recallCall(path, call),
  variables: ['PI_CODING_AGENT_DIR', 'PI_CODING_AGENT_SESSION_DIR', 'PI_CONFIG_DIR'],
  ownFolders: ['.pi/agent/sessions'],
  hookPlaces: (places, project) =>
    [join(findRoot(places), 'extensions'), ...(project === undefined ? [] : [join(project, '.pi', 'extensions')])].map(
      (path) => ({
        path,
        form: 'folder',
      }),
    ),
  context: async (places) => (await import('./context.ts')).piContext(places),
};
