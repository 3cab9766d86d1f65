import type { Agent } from '../agent.ts';
import { AGENT, findLogs, findRoot } from './paths.ts';
import { readLog, recallCall } from './reader.ts';

/** pi and its forks: README.md in this folder says where their logs are and what they look like. */
export const pi: Agent = {
  name: AGENT,
  title: 'pi',
  version: 1,
  root: findRoot,
  discover: async (places, skip) => findLogs(places, skip),
  read: readLog,
  recall: recallCall,
};
