import type { Agent } from '../agent.ts';
import { AGENT, findLogs, findRoot } from './paths.ts';

/** SWE-agent. README.md in this folder says what its trajectories look like. */
export const sweAgent: Agent = {
  name: AGENT,
  title: 'SWE-agent',
  version: 2,
  root: findRoot,
  discover: async (places, skip) => findLogs(places, skip),
  read: async (file) => (await import('./reader.ts')).readLog(file),
  recall: async (path, call) => (await import('./reader.ts')).recallCall(path, call),
  variables: ['SWE_AGENT_TRAJECTORY_DIR'],
};
