import { describe, expect, it } from 'vitest';
import { requireSource } from '../../src/loop/failure-sources.ts';

describe('requireSource', () => {
  it('lets a source pass that is on, or not named', () => {
    expect(() => requireSource(undefined, 'manual')).not.toThrow();
    expect(() => requireSource([{ name: 'semantic', type: 'llm_analysis', enabled: false }], 'manual')).not.toThrow();
    expect(() => requireSource([{ name: 'manual', type: 'user_reported' }], 'manual')).not.toThrow();
    const runners = [
      { name: 'pytest', type: 'automated', enabled: false },
      { name: 'vitest', type: 'automated', enabled: true },
    ] as const;
    expect(() => requireSource(runners, 'tests')).not.toThrow();
  });

  it('refuses one that is switched off', () => {
    expect(() => requireSource([{ name: 'semantic', type: 'llm_analysis', enabled: false }], 'semantic')).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringContaining('semantic') }),
    );
  });
});
