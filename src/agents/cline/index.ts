import type { BuiltInAgent } from '../agent.ts';
import { AGENT, findLogs, findRoot } from './paths.ts';

/** Cline, Roo Code and Kilo Code. README.md in this folder says where their logs are and what they look like. */
export const cline: BuiltInAgent = {
  name: AGENT,
  title: 'Cline',
  version: 3,
  root: findRoot,
  discover: async (places, skip) => findLogs(places, skip),
  read: async (file) => (await import('./reader.ts')).readLog(file),
  recall: async (path, call) => (await import('./reader.ts')).recallCall(path, call),
  variables: ['CLINE_DIR', 'CLINE_DATA_DIR'],
  // It reads rules of Cursor and Windsurf, too.
  instructionFiles: ['.cursorrules', '.windsurfrules', '.clinerules'],
  ruleFolders: [
    { folder: '.cursor/rules', endings: ['.mdc'] },
    { folder: '.clinerules', endings: ['.md'] },
  ],
  context: async (places) => (await import('./context.ts')).clineContext(places),
};
