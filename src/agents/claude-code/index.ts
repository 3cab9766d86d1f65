import { join } from 'node:path';
import type { BuiltInAgent } from '../agent.ts';
import { headless } from './headless.ts';
import { hooks } from './hooks.ts';
import { live } from './live.ts';
import { AGENT, findLogs, findRoot } from './paths.ts';

/** Claude Code. README.md in this folder says where its logs are and how their format developed. */
export const claudeCode: BuiltInAgent = {
  name: AGENT,
  aliases: live.aliases,
  title: 'Claude Code',
  version: 3,
  root: findRoot,
  discover: async (places, skip) => findLogs(places, skip),
  read: async (file, from, open, take) => (await import('./reader.ts')).readLog(file, from, open, take),
  recall: async (path, call) => (await import('./reader.ts')).recallCall(path, call),
  variables: ['CLAUDE_CONFIG_DIR'],
  hooks,
  live,
  ownFolders: ['projects', 'plans', 'todos', 'tasks', 'file-history', 'shell-snapshots', 'statsig', 'debug'].map(
    (name) => `.claude/${name}`,
  ),
  instructionFiles: ['CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md'],
  ruleFolders: [{ folder: '.claude/rules', endings: ['.md'] }],
  skillFolders: ['.claude/skills'],
  serverFiles: {
    user: ({ home }) => join(home, '.claude.json'),
    project: ['.mcp.json', '.claude/settings.json', '.claude/settings.local.json'],
  },
  headless,
  doctor: async () => (await import('./doctor.ts')).doctor,
  hookScripts: async () => (await import('./hook-scripts.ts')).hookScripts,
  hookPlaces: (places, project) =>
    [
      join(findRoot(places), 'settings.json'),
      ...(project === undefined
        ? []
        : [join(project, '.claude', 'settings.json'), join(project, '.claude', 'settings.local.json')]),
    ].map((path) => ({ path, form: 'json' })),
  context: async (places) => (await import('./context.ts')).claudeContext(places),
};
