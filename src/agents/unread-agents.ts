import type { Agent } from './agent.ts';

/** Agents whose context files are known, but not their logs. */
export const unreadAgents: readonly Pick<Agent, 'name' | 'title' | 'reads' | 'context'>[] = [
  {
    name: 'windsurf',
    title: 'Windsurf',
    context: async (places) => (await import('./windsurf/context.ts')).windsurfContext(places),
  },
];
