import { describe, expect, it } from 'vitest';
import { parseJestText } from '../../../src/programs/node/jest.ts';
import { idsOf, readOutput } from '../test-reports/read-output.ts';

const text = `PASS src/adds.test.js
\u001b[7m\u001b[1m\u001b[31m FAIL \u001b[39m\u001b[22m\u001b[27m src/pier.test.js (5.2 s)
  ● Console

    console.log
      Tests:       9 passed, 9 total

  ● pier › at high tide › is wide

    expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

      at Object.toBe (src/pier.test.js:7:19)

FAIL src/broken.test.js
  ● Test suite failed to run

    Cannot find module './nothere' from 'src/broken.test.js'

Test Suites: 2 failed, 1 passed, 3 total
Tests:       1 failed, 1 skipped, 2 passed, 4 total
Snapshots:   0 total
Time:        1.2 s
Ran all test suites.
`.replace(' FAIL \u001b', 'FAIL\u001b');

describe('parseJestText', () => {
  it('reads failures and files that cannot be loaded', () => {
    const parsed = parseJestText(text);
    expect(parsed).toMatchObject({ passed: 2, failed: 1, skipped: 1 });
    expect(parsed?.failures).toMatchObject([
      {
        id: 'src/pier.test.js > pier > at high tide > is wide',
        file: 'src/pier.test.js',
        line: 7,
        message: expect.stringMatching(/^expect\(received\)\.toBe\(expected\)[\s\S]*Received: 3/),
      },
    ]);
    expect(parsed?.errors).toMatchObject([
      {
        id: 'src/broken.test.js',
        file: 'src/broken.test.js',
        message: "Cannot find module './nothere' from 'src/broken.test.js'",
      },
    ]);
  });

  it('does not count failures twice that are told again at the end', () => {
    const again = text.replace(
      'Test Suites:',
      `Summary of all failing tests\n${text.slice(text.indexOf('FAIL src/broken'), text.indexOf('Test Suites:'))}Test Suites:`,
    );
    expect(parseJestText(again)?.errors).toHaveLength(1);
  });

  it('knows that there are no tests', () => {
    expect(parseJestText('No tests found, exiting with code 1\nRun with `--passWithNoTests`')).toMatchObject({
      passed: 0,
      failed: 0,
    });
  });

  it('is no output of jest', () => {
    expect(parseJestText('Tests:       9 passed, 9 total')).toBeUndefined();
  });

  it('reads what jest 30 prints', () => {
    const parsed = parseJestText(readOutput('jest-30.txt'));
    expect(parsed).toMatchObject({ passed: 5, failed: 9, skipped: 2 });
    expect(idsOf(parsed)?.failures).toContain(
      'test/lamp.test.js > the lamp > at night > a > b "quoted" \'single\' ünïcode 灯 two blanks (x) [y] $z ^',
    );
    expect(idsOf(parsed)?.errors.sort()).toEqual(
      ['after', 'broken', 'empty', 'syntax'].map((name) => `test/${name}.test.js`),
    );
  });
});
