import { describe, expect, it } from 'vitest';
import { findLiveClient, liveClients } from '../../src/agents/live-registry.ts';
import { agents } from '../../src/agents/registry.ts';

describe('the agents that a hook knows', () => {
  it('are those of the registry that say how their client speaks with hooks, each under its own name', () => {
    const known = agents.flatMap(({ live }) => live ?? []);
    expect(new Set(liveClients)).toEqual(new Set(known));
    expect(
      agents.flatMap(({ name, live }) => (live ? [[name, live.name]] : [])).every(([one, other]) => one === other),
    ).toBe(true);
    expect(agents.filter(({ hooks, live }) => hooks && !live)).toEqual([]);
  });

  it('have names that no two of them share', () => {
    const names = liveClients.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('are found by their other names; one that is not known is only a name', () => {
    expect(findLiveClient('claude').name).toBe('claude-code');
    expect(findLiveClient('gemini-cli').name).toBe('gemini');
    expect(findLiveClient('lantern')).toEqual({ name: 'lantern' });
  });
});
