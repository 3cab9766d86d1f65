import { describe, expect, it } from 'vitest';
import { parseTap } from '../../../src/programs/test-reports/tap.ts';
import { idsOf, readOutput, told } from './read-output.ts';

describe('parseTap', () => {
  it('reads what Node writes, and counts tests, not suites', () => {
    expect(told(parseTap(readOutput('node.tap'), '/home/ada/lantern'))).toEqual({
      passed: 2,
      failed: 2,
      skipped: 2,
      failures: [
        {
          id: 'test/lantern.test.js > the lamp > is lit at dusk',
          file: 'test/lantern.test.js',
          line: 5,
          message: "Expected values to be strictly equal:\n\n'dark' !== 'lit'",
        },
        {
          id: 'test/lantern.test.js > the lamp > nested > breaks',
          file: 'test/lantern.test.js',
          line: 7,
          message: 'no oil\nsecond line',
        },
      ],
      errors: [
        {
          id: 'test/crash.test.js',
          file: 'test/crash.test.js',
          message:
            "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/home/ada/lantern/test/nothere.js' imported from /home/ada/lantern/test/crash.test.js",
        },
      ],
    });
  });

  it('reads a plain stream, with Windows line endings and colours', () => {
    const tap =
      '1..4\r\n\u001b[32mok\u001b[39m 1 - lit\r\nnot ok 2 - dark\r\nok 3 # SKIP no oil\r\nnot ok 4 some day # TODO\r\n';
    expect(told(parseTap(tap, '/'))).toEqual({
      passed: 1,
      failed: 1,
      skipped: 2,
      failures: [{ id: 'dark', message: '' }],
      errors: [],
    });
  });

  it('keeps a number sign that belongs to a name', () => {
    const parsed = parseTap('TAP version 14\nnot ok 1 - issue \\#12 \\\\ skip\n1..1\n', '/');
    expect(parsed?.failures).toMatchObject([{ id: 'issue #12 \\ skip', message: '' }]);
  });

  it('says that a run broke off', () => {
    expect(parseTap('TAP version 13\n1..3\nok 1 - a\n', '/')?.errors).toMatchObject([
      { id: 'plan', message: 'The plan says 3, and 1 came: the run broke off.' },
    ]);
    expect(parseTap('TAP version 13\nok 1 - a\n', '/')?.errors).toHaveLength(1);
    expect(parseTap('TAP version 13\n1..1\nBail out! no database\n', '/')?.errors[0]).toMatchObject({
      id: 'Bail out!',
      message: 'no database',
    });
  });

  it('is no stream where there is neither version nor plan', () => {
    expect(parseTap('ok computer\nnot ok 1 - x\n', '/')).toBeUndefined();
  });

  it.each(['node-20.tap', 'node-26.tap'])('reads what Node writes: %s', (name) => {
    const parsed = parseTap(readOutput(name), '/home/ada/lantern');
    // Node counts twelve that failed and three that were cancelled, files that broke among them.
    expect(parsed).toMatchObject({ passed: 9, failed: 12, skipped: 3 });
    expect(idsOf(parsed)).toEqual({
      failures: [
        'test/after.test.js > dock',
        'test/before.test.js > wharf > floats',
        'test/before.test.js > wharf > sinks',
        'test/lamp.test.js > the lamp > has oil',
        'test/lamp.test.js > the lamp > at night > throws',
        'test/lamp.test.js > the lamp > at night > a > b "quoted" \'single\' ünïcode 灯 two blanks (x) [y] $z ^ #3',
        'test/lamp.test.js > the lamp > doubles 3 to 7',
        'test/lamp.test.js > the lamp > times out',
        'test/lamp.test.js > the lamp > sometimes',
        'test/lamp.test.js > parent > child no',
        'test/lamp.test.js > parent own',
        'test/same-a.test.js > same name',
      ],
      errors: ['test/broken.test.js', 'test/late.test.js', 'test/syntax.test.js'],
    });
    // Those below a hook that failed only say that they were cancelled.
    expect(parsed?.failures[1]?.message).toBe('no water');
    expect(parsed?.failures[9]).toMatchObject({ within: ['parent'], line: 17, message: 'child' });
    expect(parsed?.failures[4]?.within).toBeUndefined();
  });

  it('reads what ava 7 writes', () => {
    const parsed = parseTap(readOutput('ava-7.tap'), '/home/ada/lantern');
    expect(parsed).toMatchObject({ passed: 2, failed: 4, skipped: 2, errors: [] });
    expect(parsed?.failures).toMatchObject([
      { id: 'has oil', message: expect.stringContaining('-   oil: 1,\n  +   oil: 2,') },
      { id: 'throws', file: 'test/lamp.js', line: 2, message: expect.stringContaining("message: 'no wick'") },
      { id: 'a > b "q" #3 ü' },
      { id: 'times', message: 'Test timeout exceeded' },
    ]);
  });

  it('reads what tap 21 writes: files, times, and a subtest that broke off', () => {
    const parsed = parseTap(readOutput('tap-21.tap'), '/home/ada/lantern');
    expect(parsed).toMatchObject({ passed: 3, failed: 5, skipped: 3 });
    expect(idsOf(parsed)).toEqual({
      failures: [
        'test/exit.js > test unfinished',
        'test/lamp.js > the lamp > has oil',
        'test/lamp.js > the lamp > deep > "q" #3 > no',
        'test/lamp.js > throws > no wick',
        'test/plan.js > test count(1) != plan(3)',
      ],
      errors: ['test/broken.js'],
    });
    expect(parsed?.failures[1]).toMatchObject({
      file: 'test/lamp.js',
      line: 2,
      message: expect.stringContaining('-  "oil": 2,'),
    });
  });

  it('takes no line of dots for a stream', () => {
    expect(parseTap('pages 1..3\n1..3\nall done\n', '/')).toBeUndefined();
    expect(parseTap('1..0 # no tests\n', '/')).toMatchObject({ passed: 0, errors: [] });
  });

  it('takes a test that is named like a file for a test', () => {
    const parsed = parseTap('TAP version 13\nnot ok 1 - index.js\n1..1\n', '/');
    expect(parsed).toMatchObject({ failed: 1, failures: [{ id: 'index.js' }], errors: [] });
  });

  it('does not read on where there are more tests than anybody has, and does not let them pass', () => {
    const parsed = parseTap(`1..200000\n${'ok\n'.repeat(200_000)}not ok\n`, '/x');
    expect(parsed?.passed).toBe(200_000);
    expect(idsOf(parsed)?.errors).toEqual(['Bail out!']);
  });
});
