import { describe, expect, it } from 'vitest';
import { judgeConfidence } from '../../../../src/lifecycle/capture/refusals/confidence-rules.ts';

describe('judgeConfidence', () => {
  it('takes low of anybody, and medium of a person', () => {
    expect([judgeConfidence(undefined, false), judgeConfidence('low', false), judgeConfidence('medium', true)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('refuses medium of an agent, and high of everybody', () => {
    expect(judgeConfidence('medium', false)).toMatchObject({ code: 'too-sure', hint: expect.stringContaining('--human') });
    expect(judgeConfidence('high', false)).toMatchObject({ code: 'too-sure', isHard: true });
    expect(judgeConfidence('high', true)).toMatchObject({ code: 'too-sure', hint: expect.stringContaining('hardwon confirm') });
  });
});
