import { describe, expect, it } from 'vitest';
import type { TestOutcome, TestRun } from '../../../src/loop/test-run.ts';
import { tellFlaky } from '../../../src/loop/tests/tell-flaky.ts';
import { addFailure, addPass, noTests, type ParsedTests } from '../../../src/programs/test-reports/parsed-tests.ts';

/** A run that is described as `runTests` does. */
function described(outcome: TestOutcome, parsed: ParsedTests | undefined) {
  const failures = [...(parsed?.failures ?? []), ...(parsed?.errors ?? [])].map(({ id, message }) => ({ id, message }));
  const run: TestRun = {
    framework: 'jest',
    outcome,
    passed: parsed?.passed ?? 0,
    failed: parsed?.failed ?? 0,
    skipped: parsed?.skipped ?? 0,
    failures: parsed ? failures : [{ id: 'the test command', message: '' }],
    flaky: [],
    durationMs: 10,
    output: '',
    parsed: parsed !== undefined,
  };
  const end = { how: 'exited', code: outcome === 'passed' ? 0 : 1, output: '', stdout: '', durationMs: 10 } as const;
  return { end, parsed, isSure: false, run };
}

function tests(passes: string[], fails: string[], file: string | undefined = 'lamp.js'): ParsedTests {
  const parsed = noTests();
  for (const name of passes) addPass(parsed, file, [name]);
  for (const name of fails) addFailure(parsed, { file: 'lamp.js', names: [name], message: 'no oil' });
  return parsed;
}

describe('tellFlaky', () => {
  it('takes for flaky what was seen to pass, and nothing else', () => {
    const first = described('failed', tests(['lit'], ['a', 'b', 'c']));
    // Of "c" nothing was heard in the second run, although enough tests passed in it.
    const again = described('failed', tests(['a', 'x', 'y'], ['b']));
    expect(tellFlaky(first, again)).toMatchObject({
      outcome: 'failed',
      passed: 2,
      failed: 2,
      flaky: ['lamp.js > a'],
      failures: [{ id: 'lamp.js > b' }, { id: 'lamp.js > c' }],
      durationMs: 20,
    });
  });

  it('has passed where all were flaky, unless the second run says no', () => {
    const first = described('failed', tests(['lit'], ['a']));
    expect(tellFlaky(first, described('passed', tests(['a'], [])))).toMatchObject({
      outcome: 'passed',
      failed: 0,
      failures: [],
    });
    expect(tellFlaky(first, described('errored', tests(['a'], [])))).toEqual(first.run);
    expect(tellFlaky(first, described('no-tests', noTests()))).toEqual(first.run);
    expect(tellFlaky(first, described('errored', undefined))).toEqual(first.run);
  });

  it('knows tests by their names where the report does not say the file of what passed', () => {
    const first = described('failed', tests([], ['has  two   blanks', 'b']));
    const again = described('failed', tests(['has  two   blanks'], ['b'], ''));
    expect(tellFlaky(first, again).flaky).toEqual(['lamp.js > has two blanks']);
  });

  it('goes by numbers where what passed has no name, and only if all ran again', () => {
    const counted = (passed: number, fails: string[]) => ({ ...tests([], fails), passed });
    const first = described('failed', counted(3, ['a', 'b']));
    expect(tellFlaky(first, described('failed', counted(4, ['b'])))).toMatchObject({
      flaky: ['lamp.js > a'],
      failed: 1,
    });
    expect(tellFlaky(first, described('failed', counted(1, ['b'])))).toEqual(first.run);
    expect(
      tellFlaky(described('failed', tests([], ['a'])), described('no-tests', { ...noTests(), skipped: 1 })).flaky,
    ).toEqual([]);
  });

  it('takes a command for flaky of which only the exit code is known', () => {
    const first = described('failed', undefined);
    expect(tellFlaky(first, described('passed', undefined))).toMatchObject({
      outcome: 'passed',
      flaky: ['the test command'],
    });
    expect(tellFlaky(first, described('failed', undefined))).toEqual(first.run);
  });
});
