import { describe, expect, it } from 'vitest';
import { readProposals } from '../../../src/lifecycle/capture/read-proposals.ts';

const read = (value: unknown) => readProposals(JSON.stringify(value), 'captured');

describe('readProposals', () => {
  it('reads one lesson or a list, with a scope as a text or a list', () => {
    const lesson = {
      title: 'Seed',
      phase: 'Verify',
      dimension: 'behaviour',
      pattern: 'It failed.',
      guidance: 'Run `make seed`.',
      kind: 'prerequisite',
      confidence: 'low',
    };
    const read1 = { ...lesson, phase: 'verify', scope: ['tests/**', 'scripts/seed.sh'], origin: 'captured' };
    expect(read({ ...lesson, scope: 'tests/**, scripts/seed.sh' })).toEqual([read1]);
    expect(read([{ ...lesson, scope: ['tests/**', 'scripts/seed.sh'] }, { guidance: 'x' }])).toEqual([
      read1,
      { guidance: 'x', scope: [], pattern: '', origin: 'captured' },
    ]);
  });

  it.each([
    [{ guidence: 'x' }, 'there is no key "guidence".', 'Did you mean "guidance"?'],
    [[{ guidance: 'x' }, { xyzzy: 1 }], 'lesson 2: there is no key "xyzzy".', 'docs/capture.md'],
    [{ guidance: 3 }, '"guidance" must be a string.', 'docs/capture.md'],
    [{ guidance: 'x', phase: 'verfy' }, '"phase" must be one of', 'Did you mean "verify"?'],
    [{ guidance: 'x', scope: [1] }, '"scope" must be a string or a list of strings.', ''],
    ['text', 'a lesson must be an object.', ''],
    [Array.from({ length: 201 }, () => ({})), 'There are 201 lessons', ''],
  ])('refuses %j', (value, message, hint) => {
    expect(() => read(value)).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      }),
    );
  });

  it('says that a text is not JSON', () => {
    expect(() => readProposals('guidance: x', 'o')).toThrow('That is not JSON');
  });
});
