import { describe, expect, it } from 'vitest';
import { parseMochaText } from '../../../src/programs/node/mocha-text.ts';
import { idsOf, readOutput, told } from '../test-reports/read-output.ts';

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
