import type { Agent } from './agent.ts';

/** Agents of which only the context files are known, not the logs. */
export const unreadAgents: readonly Pick<Agent, 'name' | 'title' | 'reads' | 'context'>[] = [
  { name: 'cursor', title: 'Cursor', context: async (places) => (await import('./cursor/context.ts')).cursorContext(places) },
  { name: 'cline', title: 'Cline', context: async (places) => (await import('./cline/context.ts')).clineContext(places) },
  {
    name: 'windsurf',
    title: 'Windsurf',
    context: async (places) => (await import('./windsurf/context.ts')).windsurfContext(places),
  },
];
