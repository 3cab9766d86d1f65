import { describe, expect, it } from 'vitest';
import { planHealing } from '../../src/heal/plan-healing.ts';
import { presets } from '../../src/heal/presets.ts';

const remedies = {
  vpn: { run: ['vpn', 'up'], heals: ['network' as const], timeout: 5 },
  both: { run: 'login', heals: ['auth' as const, 'network' as const], cooldown: 0 },
};
const plan = (tool: string, heal: Parameters<typeof planHealing>[1]['heal']) =>
  planHealing(tool, { remedies, heal, cwd: '/harbour' });
const told = (result: ReturnType<typeof plan>) =>
  result.remedies.map(({ name, heals }) => `${name}: ${heals.join(' ')}`);

describe('planHealing', () => {
  it('has no remedies for a tool that nobody opted in for', () => {
    expect(plan('kubectl', { git: { with: ['vpn'] } })).toEqual({ remedies: [] });
    expect(plan('kubectl', { kubectl: { preset: 'k8s' } })).toEqual({ remedies: [] });
  });

  it('takes the remedies in their order, with what the configuration says', () => {
    const result = plan('kubectl', { kubectl: { with: ['both', 'vpn', 'wait'], retries: 3, backoff: 0.25 } });
    expect(told(result)).toEqual(['both: auth network', 'vpn: network', 'wait: registry network']);
    expect(result).toMatchObject({
      retries: 3,
      backoffMs: 250,
      remedies: [{ cooldownMs: 0 }, { timeoutMs: 5000 }, {}],
    });
  });

  it('heals no more than a preset says', () => {
    expect(told(plan('git', { git: { preset: 'git', with: ['both'] } }))).toEqual(['both: network']);
    expect(told(plan('jira', { jira: { preset: 'jira', with: ['vpn', 'both'] } }))).toEqual(['both: auth']);
  });

  it('says what was probably meant', () => {
    expect(() => plan('git', { git: { with: ['vpm'] } })).toThrow(
      expect.objectContaining({ hint: 'Did you mean vpn?' }),
    );
    expect(() => plan('git', { git: { preset: 'k8', with: ['vpn'] } })).toThrow(
      expect.objectContaining({ hint: 'Did you mean k8s?' }),
    );
  });
});

describe('presets', () => {
  it('are those that are documented, and what they heal', () => {
    const list = Object.fromEntries(presets.map(({ name, heals }) => [name, heals.join(' ')]));
    expect(list).toMatchObject({
      ephemeral: 'network auth',
      konflux: 'network auth',
      k8s: 'network auth',
      stage: 'network auth',
    });
    expect(list).toMatchObject({
      jira: 'auth',
      git: 'network',
      docker: 'service',
      cloud: 'auth',
      packages: 'registry network',
    });
  });
});
