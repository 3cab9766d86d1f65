import { describe, expect, it } from 'vitest';
import { parseJestJson } from '../../../src/programs/test-reports/jest-json.ts';
import { idsOf, readOutput, told } from './read-output.ts';

describe('parseJestJson', () => {
  it('reads what vitest writes', () => {
    const parsed = parseJestJson(readOutput('vitest-json.txt'), '/home/ada/harbour');
    expect(told(parsed)).toEqual({
      passed: 2,
      failed: 2,
      skipped: 2,
      failures: [
        {
          id: 'test/harbour.test.ts > the pier > is long',
          file: 'test/harbour.test.ts',
          line: 4,
          message:
            'AssertionError: expected { a: 1 } to deeply equal { a: 2 }\n    at /home/ada/harbour/test/harbour.test.ts:4:42',
        },
        {
          id: 'test/harbour.test.ts > the pier > doubles 2',
          file: 'test/harbour.test.ts',
          line: 5,
          message:
            'AssertionError: expected 4 to be 5 // Object.is equality\n    at /home/ada/harbour/test/harbour.test.ts:5:69',
        },
      ],
      errors: [
        {
          id: 'test/crash.test.ts',
          file: 'test/crash.test.ts',
          message: "Cannot find module './nothere' imported from /home/ada/harbour/test/crash.test.ts",
        },
      ],
    });
  });

  it('reads what jest writes: pending tests, colours, and a place', () => {
    const report = {
      success: false,
      numTotalTests: 3,
      testResults: [
        {
          name: 'C:\\harbour\\src\\pier.test.js',
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', title: 'adds', fullName: 'adds', ancestorTitles: [], failureMessages: [] },
            { status: 'pending', title: 'later', ancestorTitles: ['pier'], failureMessages: [] },
            {
              status: 'failed',
              title: 'is wide',
              ancestorTitles: ['pier', 'at high tide'],
              location: { line: 7, column: 3 },
              failureMessages: [
                'Error: \u001b[2mexpect(\u001b[22mreceived).toBe(expected)\n    at Object.<anonymous> (src/pier.test.js:7:1)',
              ],
            },
          ],
        },
      ],
    };
    const parsed = parseJestJson(JSON.stringify(report), 'C:\\harbour');
    expect(parsed).toMatchObject({ passed: 1, failed: 1, skipped: 1, errors: [] });
    expect(parsed?.failures[0]).toMatchObject({
      line: 7,
      message: expect.stringMatching(/^Error: expect\(received\)\.toBe\(expected\)/),
    });
    expect(parsed?.failures[0]?.id).toMatch(/pier\.test\.js > pier > at high tide > is wide$/);
  });

  it.each(['jest-30.report.txt', 'jest-29.report.txt'])('reads what jest writes: %s', (name) => {
    const parsed = parseJestJson(readOutput(name), '/home/ada/lantern');
    expect(parsed).toMatchObject({ passed: 5, failed: 9, skipped: 2 });
    expect(idsOf(parsed)?.failures.sort()).toEqual(
      [
        'test/before.test.js > wharf > floats',
        'test/before.test.js > wharf > sinks',
        'test/lamp.test.js > the lamp > at night > a > b "quoted" \'single\' ünïcode 灯 two blanks (x) [y] $z ^',
        'test/lamp.test.js > the lamp > at night > throws',
        'test/lamp.test.js > the lamp > doubles 3 to 7',
        'test/lamp.test.js > the lamp > has oil',
        'test/lamp.test.js > the lamp > sometimes',
        'test/lamp.test.js > the lamp > times out',
        'test/same-a.test.js > same name',
      ].sort(),
    );
    const files = ['after', 'broken', 'empty', 'syntax'].map((file) => `test/${file}.test.js`);
    expect(idsOf(parsed)?.errors.sort()).toEqual(files);
    const found = (id: string) => [...(parsed?.failures ?? []), ...(parsed?.errors ?? [])].find((one) => one.id === id);
    expect(found('test/lamp.test.js > the lamp > has oil')).toMatchObject({
      line: 6,
      message: expect.stringContaining('-   "oil": 2,\n+   "oil": 1,'),
    });
    expect(found('test/lamp.test.js > the lamp > times out')?.message).toContain(
      'Exceeded timeout of 200 ms for a test.',
    );
    expect(found('test/before.test.js > wharf > sinks')?.message).toMatch(/^Error: no water\n/);
    expect(found('test/broken.test.js')?.message).toMatch(
      /^Cannot find module '\.\/nothere' from 'test\/broken\.test\.js'\n/,
    );
    // As jest knows it, to run it again.
    expect(parsed?.failures.find(({ id }) => id.includes('quoted'))?.names.at(-1)).toBe(
      'a > b "quoted" \'single\' ünïcode 灯  two blanks (x) [y] $z ^',
    );
    expect(parsed?.passes).toContain('test/same-b.test.js > same name');
  });

  it('is no report of anything else', () => {
    expect(parseJestJson('{"testResults": 3}', '/')).toBeUndefined();
    expect(parseJestJson('{"testResults": [', '/')).toBeUndefined();
  });
});
