import type { Agent } from '../agent.ts';
import { AGENT, findLogs, findRoot } from './paths.ts';

/** OpenHands. README.md in this folder says where its conversations are and what they look like. */
export const openHands: Agent = {
  name: AGENT,
  title: 'OpenHands',
  version: 2,
  root: findRoot,
  variables: ['OPENHANDS_PERSISTENCE_DIR', 'OPENHANDS_CONVERSATIONS_DIR'],
  discover: async (places, skip) => findLogs(places, skip),
  read: async (file) => (await import('./reader.ts')).readLog(file),
  recall: async (path, call) => (await import('./reader.ts')).recallCall(path, call),
  reads: ['AGENTS.md'],
};
