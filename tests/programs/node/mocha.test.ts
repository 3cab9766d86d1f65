import { describe, expect, it } from 'vitest';
import { parseMochaJson, parseMochaText } from '../../../src/programs/node/mocha.ts';
import { idsOf, readOutput, told } from '../test-reports/read-output.ts';

const report = {
  stats: { suites: 2, tests: 3, passes: 1, pending: 1, failures: 2 },
  tests: [],
  pending: [{ title: 'later', fullTitle: 'pier later' }],
  failures: [
    {
      title: 'is wide',
      fullTitle: 'pier is wide',
      file: '/home/ada/harbour/test/pier.js',
      err: {
        message: 'expected 3 to equal 4',
        stack: 'AssertionError: expected 3 to equal 4\n    at Context.<anonymous> (test/pier.js:9:20)',
      },
    },
    {
      title: '"before each" hook for "is deep"',
      fullTitle: 'pier "before each" hook for "is deep"',
      err: { message: 'no water' },
    },
  ],
  passes: [{ title: 'adds', fullTitle: 'adds' }],
};

describe('parseMochaJson', () => {
  it('reads tests, and hooks that failed', () => {
    expect(told(parseMochaJson(JSON.stringify(report), '/home/ada/harbour'))).toEqual({
      passed: 1,
      failed: 2,
      skipped: 1,
      failures: [
        { id: 'test/pier.js > pier > is wide', file: 'test/pier.js', line: 9, message: 'expected 3 to equal 4' },
        { id: 'pier > "before each" hook for "is deep"', message: 'no water' },
      ],
      errors: [],
    });
  });

  it('finds it behind what tests printed', () => {
    expect(parseMochaJson(`hello {\n${JSON.stringify(report, null, 2)}\n`, '/')).toMatchObject({
      passed: 1,
      failed: 2,
    });
  });

  it('is no report of anything else', () => {
    expect(parseMochaJson('{"stats": 1}', '/')).toBeUndefined();
    expect(parseMochaJson('  1 passing (3ms)', '/')).toBeUndefined();
  });

  it('reads what mocha 12 writes', () => {
    const parsed = parseMochaJson(readOutput('mocha-12.report.txt'), '/home/ada/lantern');
    expect(parsed).toMatchObject({ passed: 5, failed: 10, skipped: 2 });
    expect(idsOf(parsed)?.failures).toEqual([
      'test/same-a.js > same name',
      'test/after.js > dock > "after all" hook for "ties"',
      'test/before.js > wharf > "before all" hook for "floats"',
      'test/each.js > canal > "before each" hook: fill for "flows"',
      'test/lamp.js > the lamp > has oil',
      'test/lamp.js > the lamp > doubles 3 to 7',
      'test/lamp.js > the lamp > times out',
      'test/lamp.js > the lamp > sometimes',
      'test/lamp.js > the lamp at night > throws',
      'test/lamp.js > the lamp at night > a > b "quoted" \'single\' ünïcode 灯 two blanks (x) [y] $z ^',
    ]);
    expect(parsed?.failures[4]).toMatchObject({
      line: 6,
      message: expect.stringContaining('+   oil: 1,\n-   oil: 2,'),
    });
    expect(parsed?.passes).toContain('test/same-b.js > same name');
  });
});

describe('parseMochaText', () => {
  it('reads figures, and failures with their suites', () => {
    const text = `

  pier
    ✔ adds
    - later
    1) is wide

  1 passing (8ms)
  1 pending
  2 failing

  1) pier
       at high tide
         is wide:

      AssertionError: expected 3 to equal 4
      + expected - actual

      -3
      +4

      at Context.<anonymous> (test/pier.js:9:20)

  2) Uncaught error outside test suite:
     Error: no water
      at Object.<anonymous> (test/pier.js:1:7)

`;
    expect(told(parseMochaText(text))).toEqual({
      passed: 1,
      failed: 2,
      skipped: 1,
      failures: [
        {
          id: 'pier > at high tide > is wide',
          line: 9,
          message: 'AssertionError: expected 3 to equal 4\n+ expected - actual\n\n-3\n+4',
        },
        { id: 'Uncaught error outside test suite', line: 1, message: 'Error: no water' },
      ],
      errors: [],
    });
  });

  it('is no output of mocha', () => {
    expect(parseMochaText('1 passing (8ms)')).toBeUndefined();
    expect(parseMochaText('  3 passing cars')).toBeUndefined();
  });

  it('reads what mocha 12 prints', () => {
    const parsed = parseMochaText(readOutput('mocha-12.txt'));
    expect(parsed).toMatchObject({ passed: 5, failed: 10, skipped: 2 });
    expect(idsOf(parsed)?.failures.slice(-3)).toEqual([
      'the lamp > sometimes',
      'the lamp > at night > throws',
      'the lamp > at night > a > b "quoted" \'single\' ünïcode 灯 two blanks (x) [y] $z ^',
    ]);
  });
});
