import { describe, expect, it } from 'vitest';
import { implyRun } from '../../src/cli/implied-run.ts';

describe('implyRun', () => {
  it('takes a text with a blank in it for a task', () => {
    expect(implyRun(['Fix the bug', '--max-retries', '2'])).toEqual(['run', 'Fix the bug', '--max-retries', '2']);
    expect(implyRun(['Fix\nthis'])).toEqual(['run', 'Fix\nthis']);
  });

  it('leaves commands, slips and options alone', () => {
    for (const words of [['learn'], ['lern', '--all'], [' learn '], ['--help'], ['-x y'], []])
      expect(implyRun(words)).toEqual(words);
  });
});
