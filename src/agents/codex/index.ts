import type { Agent } from '../agent.ts';
import { AGENT, findLogs, findRoot } from './paths.ts';
import { readLog, recallCall } from './reader.ts';

/** OpenAI Codex: README.md in this folder says where its logs are and how they came to look as they do. */
export const codex: Agent = {
  name: AGENT,
  title: 'Codex',
  version: 1,
  root: findRoot,
  discover: async (places, skip) => findLogs(places, skip),
  read: (file, from, open, take) => readLog(file, from, open, take),
  recall: recallCall,
};
