import type { BuiltInAgent } from './agent.ts';

type UnreadAgent = Pick<BuiltInAgent, 'name' | 'title' | 'reads' | 'instructionFiles' | 'ruleFolders' | 'context'>;

/** Agents whose context files are known, but not their logs. */
export const unreadAgents: readonly UnreadAgent[] = [
  {
    name: 'windsurf',
    title: 'Windsurf',
    instructionFiles: ['.windsurfrules'],
    ruleFolders: [{ folder: '.windsurf/rules', endings: ['.md'] }],
    context: async (places) => (await import('./windsurf/context.ts')).windsurfContext(places),
  },
];
