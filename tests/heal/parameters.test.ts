import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argumentsOfCommand, chooseParameters, fillWords, refineSources } from '../../src/heal/parameters.ts';
import { narrowRemedies, presets } from '../../src/heal/presets.ts';
import { commandRemedy } from '../../src/heal/remedy.ts';

const choose = (source: object, given: Record<string, unknown>) => chooseParameters({ cluster: source }, given);

describe('chooseParameters', () => {
  it('takes the call, what it stands for, and else the default', () => {
    const source = { from: ['cluster', 'environment'], map: { prod: 'prod-eu-1' }, default: 'stage' };
    expect(choose(source, { environment: 'test' })).toEqual({ values: { cluster: 'test' } });
    expect(choose(source, { environment: 'prod', cluster: 'c1' })).toEqual({ values: { cluster: 'c1' } });
    expect(choose(source, { environment: 'prod' })).toEqual({ values: { cluster: 'prod-eu-1' } });
    expect(choose(source, { '--environment': 'prod' })).toEqual({ values: { cluster: 'prod-eu-1' } });
    expect(choose(source, {})).toEqual({ values: { cluster: 'stage' } });
    expect(choose({ from: ['cluster'] }, { cluster: { name: 'x' } })).toEqual({
      reason: 'the call does not say which cluster',
    });
  });

  it.each(['--force', '../up', 'a b', '$(id)', 'a;b', 'a\nb', '/etc', '`x`', 'a\0b', '%PATH%', 'x'.repeat(300)])(
    'refuses %j of a call, and falls back on nothing else',
    (value) => {
      expect(choose({ from: ['cluster'], default: 'stage' }, { cluster: value })).toEqual({
        reason: "the call's cluster is not a valid name",
      });
    },
  );

  it('lets through what the user mapped, and never a name of an inherited member', () => {
    expect(choose({ from: ['c'], map: { 'arn:aws:eks/stage': 'stage' } }, { c: 'arn:aws:eks/stage' })).toEqual({
      values: { cluster: 'stage' },
    });
    expect(choose({ from: ['constructor'] }, {})).toMatchObject({ reason: expect.any(String) });
    expect(choose({ from: ['c'], map: {} }, { c: 'toString' })).toEqual({ values: { cluster: 'toString' } });
  });

  it('gives one word for one word, whatever a call brings', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const chosen = choose({ from: ['cluster'] }, { cluster: value });
        if ('reason' in chosen) return true;
        const [program, word = ''] = fillWords(['login', '{cluster}'], chosen.values);
        return program === 'login' && word === value && /^[A-Za-z0-9][\w.:-]*$/.test(word);
      }),
    );
  });
});

describe('refineSources', () => {
  it('prefers what the tool is always about, then the call, then the preset', () => {
    const own = { cluster: { from: ['cluster'], default: 'own' } };
    const preset = { cluster: { from: ['context'], default: 'preset' } };
    expect(refineSources(own, preset, { cluster: 'fixed' })).toEqual({ cluster: { default: 'fixed' } });
    expect(refineSources(own, preset)).toEqual({ cluster: { from: ['cluster'], default: 'preset' } });
    expect(refineSources({ cluster: {} }, preset)).toEqual({ cluster: { from: ['context'], default: 'preset' } });
    expect(refineSources({ host: {} }, preset)).toEqual({ host: {} });
  });

  it('makes presets differ in the cluster that a login is for', () => {
    const login = commandRemedy('login', ['kube-login', '{cluster}'], { heals: ['auth'], parameters: { cluster: {} } });
    const clusterOf = (name: string, given: Record<string, unknown>) => {
      const [remedy] = narrowRemedies(
        [login],
        presets.find((each) => each.name === name),
      );
      return remedy && chooseParameters(remedy.parameters ?? {}, given);
    };
    const given = { environment: 'prod' };
    expect(['ephemeral', 'konflux', 'stage', 'k8s'].map((name) => clusterOf(name, given))).toEqual(
      ['ephemeral', 'konflux', 'stage', 'prod'].map((cluster) => ({ values: { cluster } })),
    );
  });
});

describe('argumentsOfCommand', () => {
  it('reads options with their values, and nothing behind --', () => {
    expect(
      argumentsOfCommand([
        'get',
        'pods',
        '--context',
        'stage',
        '-n',
        'harbour',
        '--wide',
        '--cluster=a=b',
        '--',
        '--context',
        'x',
      ]),
    ).toEqual({ '--context': 'stage', '-n': 'harbour', '--cluster': 'a=b' });
  });
});
