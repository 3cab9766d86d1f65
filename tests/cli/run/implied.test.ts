import { describe, expect, it } from 'vitest';
import { implyRun } from '../../../src/cli/run/implied.ts';

describe('implyRun', () => {
  it('takes a text with a blank in it for a task', () => {
    expect(implyRun(['Fix the bug', '--max-retries', '2'])).toEqual(['run', 'Fix the bug', '--max-retries', '2']);
    expect(implyRun(['Fix\nthis'])).toEqual(['run', 'Fix\nthis']);
  });

  it('takes a task behind options of run, but no value of an option for one', () => {
    const words = ['--project', '../my lantern', 'Fix the bug', '--max-retries=2'];
    expect(implyRun(words)).toEqual(['run', ...words]);
    for (const option of [['--config', './config.yaml'], ['--review'], ['--json'], ['--user', '--yes']])
      expect(implyRun([...option, 'Fix the bug'])).toEqual(['run', ...option, 'Fix the bug']);
    for (const other of [
      ['--project-dir', '../my lantern'],
      ['--tests', 'npm test'],
      ['--version', 'Fix the bug'],
    ])
      expect(implyRun(other)).toEqual(other);
  });

  it('leaves commands, slips and options alone', () => {
    for (const words of [['learn'], ['lern', '--all'], [' learn '], ['--help'], ['--tests=npm test'], []])
      expect(implyRun(words)).toEqual(words);
    const values = ['run', '--tests', '- x', 'Fix it'];
    expect(implyRun(values)).toEqual(values);
  });

  it('puts a task that begins with a dash behind the options', () => {
    expect(implyRun(['run', '- fix the bug', '--json'])).toEqual(['run', '--json', '--', '- fix the bug']);
    expect(implyRun(['-fix the bug'])).toEqual(['run', '--', '-fix the bug']);
    expect(implyRun(['run', '--', '- fix it'])).toEqual(['run', '--', '- fix it']);
  });
});
