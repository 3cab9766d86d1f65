import type { Agent } from '../agent.ts';
import { AGENT, findLogs, findRoot } from './paths.ts';

/** pi and its forks: README.md in this folder says where their logs are and what they look like. */
export const pi: Agent = {
  name: AGENT,
  title: 'pi',
  version: 1,
  root: findRoot,
  discover: async (places, skip) => findLogs(places, skip),
  read: async (file, from, open, take) => (await import('./reader.ts')).readLog(file, from, open, take),
  recall: async (path, call) => (await import('./reader.ts')).recallCall(path, call),
};
