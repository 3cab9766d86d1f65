import type { Agent } from './agent.ts';

/** Agents of which only the context files are known, not the logs. */
export const unreadAgents: readonly Pick<Agent, 'name' | 'title' | 'reads' | 'context'>[] = [
  {
    name: 'windsurf',
    title: 'Windsurf',
    context: async (places) => (await import('./windsurf/context.ts')).windsurfContext(places),
  },
];
