import { describe, expect, it } from 'vitest';
import { chooseMechanism, listAlternatives } from '../../../src/lifecycle/promotion/choose-mechanism.ts';
import { entryText, memoryOf } from '../memories.ts';

const read = (fields: Record<string, string>) => {
  const [entry] = memoryOf(entryText('L-001', fields)).entries;
  if (!entry) throw new Error('unreadable');
  return entry;
};

describe('chooseMechanism', () => {
  it.each([
    ['rule', { Dimension: 'maintainability' }],
    ['adr', { Dimension: 'architecture' }],
    ['test', { Dimension: 'behaviour' }],
    ['test', { Dimension: 'Behavior' }],
    ['rule', { Dimension: 'something else' }],
    ['hook', { Dimension: 'behaviour', Kind: 'prerequisite' }],
    ['hook', { Phase: 'verify' }],
  ])('is %s for %j', (mechanism, fields) => {
    expect(chooseMechanism(read(fields))).toBe(mechanism);
  });
});

describe('listAlternatives', () => {
  it('offers a check only where the text of a command tells', () => {
    const of = (trigger?: string) => listAlternatives(read(trigger === undefined ? {} : { Trigger: trigger }), 'rule');
    expect(of()).toEqual(['adr', 'test', 'hook']);
    expect(of('Bash(python3 *)')).toEqual(['adr', 'test', 'hook', 'check']);
    expect(of('Bash(docker push *) when without --quiet')).toContain('check');
    expect(of('Bash(make e2e *) when cwd is not .')).not.toContain('check');
    expect(of('Read(docs/**)')).not.toContain('check');
    expect(of('Bash(*)')).not.toContain('check');
    expect(of('Bash(npm test *) [failed 3, succeeded 0, error "no seed"]')).not.toContain('check');
  });
});
