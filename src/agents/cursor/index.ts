import { join } from 'node:path';
import type { BuiltInAgent } from '../agent.ts';
import { hooks } from './hooks.ts';
import { live } from './live.ts';
import { AGENT, findLogs, findRoot } from './paths.ts';

/** Cursor. README.md in this folder says where its transcripts are, and what they lack. */
export const cursor: BuiltInAgent = {
  name: AGENT,
  title: 'Cursor',
  version: 1,
  caveat: 'its transcripts have no results, so that failures do not show: only what people wrote is learned from',
  root: findRoot,
  variables: ['CURSOR_DATA_DIR'],
  discover: async (places, skip) => findLogs(places, skip),
  read: async (file, from, _open, take) => (await import('./reader.ts')).readLog(file, from, take),
  recall: async (path, call) => (await import('./reader.ts')).recallCall(path, call),
  context: async (places) => (await import('./context.ts')).cursorContext(places),
  hooks,
  live,
  instructionFiles: ['.cursorrules'],
  ruleFolders: [{ folder: '.cursor/rules', endings: ['.mdc', '.md'] }],
  serverFiles: { user: ({ home }) => join(home, '.cursor', 'mcp.json'), project: ['.cursor/mcp.json'] },
};
