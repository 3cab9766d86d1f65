import { describe, expect, it } from 'vitest';
import { addFromVitestText, parseVitestText } from '../../../src/programs/node/vitest-text.ts';
import { parseJestJson } from '../../../src/programs/test-reports/jest-json.ts';
import { idsOf, readOutput, told } from '../test-reports/read-output.ts';

describe('parseVitestText', () => {
  it('reads it through colours, and is not taken in by what a test printed', () => {
    expect(told(parseVitestText(readOutput('vitest.txt')))).toEqual({
      passed: 2,
      failed: 2,
      skipped: 2,
      failures: [
        {
          id: 'test/harbour.test.ts > the pier > is long',
          file: 'test/harbour.test.ts',
          line: 4,
          message: expect.stringMatching(
            /^AssertionError: expected \{ a: 1 \} to deeply equal \{ a: 2 \}[\s\S]*"a": 1,\n {2}\}$/,
          ),
        },
        {
          id: 'test/harbour.test.ts > the pier > doubles 2',
          file: 'test/harbour.test.ts',
          line: 5,
          message: expect.stringContaining('expected 4 to be 5'),
        },
      ],
      errors: [
        {
          id: 'test/crash.test.ts',
          file: 'test/crash.test.ts',
          message: "Error: Cannot find module './nothere' imported from /home/ada/harbour/test/crash.test.ts",
        },
      ],
    });
  });

  it('gives one error to all the tests that it is told for', () => {
    const text =
      ' FAIL  a.test.ts > one\n FAIL  a.test.ts > two\nError: no water\n ❯ a.test.ts:3:1\n\n⎯⎯⎯⎯⎯⎯⎯⎯[1/2]⎯\n\n Test Files  1 failed (1)\n      Tests  2 failed (2)\n';
    expect(parseVitestText(text)?.failures.map(({ id, message }) => [id, message])).toEqual([
      ['a.test.ts > one', 'Error: no water'],
      ['a.test.ts > two', 'Error: no water'],
    ]);
  });

  it('knows that there are no tests', () => {
    expect(parseVitestText('No test files found, exiting with code 1\n')).toMatchObject({ passed: 0, failed: 0 });
  });

  it('is no output of vitest', () => {
    expect(parseVitestText('      Tests  9 passed (9)')).toBeUndefined();
  });

  it('reads what vitest 4 prints, with suites that gave up', () => {
    const parsed = parseVitestText(readOutput('vitest-4.txt'));
    expect(parsed).toMatchObject({ passed: 5, failed: 7, skipped: 4 });
    expect(parsed?.errors.slice(0, 2)).toMatchObject([
      { id: 'test/after.test.js > dock', line: 2, message: 'Error: no rope' },
      { id: 'test/before.test.js > wharf', line: 2, message: 'Error: no water' },
    ]);
  });

  it('reads errors that no test caught', () => {
    const parsed = parseVitestText(readOutput('vitest-4-unhandled.txt'));
    expect(parsed).toMatchObject({
      passed: 1,
      failed: 0,
      errors: [{ id: 'Unhandled Rejection', message: 'Error: nobody' }],
    });
  });
});

describe('addFromVitestText', () => {
  it('adds to the report of vitest 4 what only its output says', () => {
    const report = parseJestJson(readOutput('vitest-4.report.txt'), '/home/ada/lantern');
    const parsed = report && addFromVitestText(report, readOutput('vitest-4.txt'));
    expect(parsed).toMatchObject({ passed: 5, failed: 7, skipped: 4 });
    const found = (id: string) =>
      [...(parsed?.failures ?? []), ...(parsed?.errors ?? [])].find((one) => one.id === id)?.message;
    expect(found('test/lamp.test.js > the lamp > has oil')).toContain('-   "oil": 2,\n+   "oil": 1,');
    expect(found('test/lamp.test.js > the lamp > times out')).toMatch(/^Error: Test timed out in 200ms\./);
    expect(idsOf(parsed)?.errors.sort()).toEqual([
      'test/after.test.js > dock',
      'test/before.test.js > wharf',
      'test/broken.test.js',
      'test/empty.test.js',
      'test/syntax.test.js',
    ]);
  });
});
