import { describe, expect, it } from 'vitest';
import { parseTap } from '../../../../src/loop/tests/parsers/tap.ts';
import { readOutput } from './read-output.ts';

describe('parseTap', () => {
  it('reads what Node writes, and counts tests, not suites', () => {
    expect(parseTap(readOutput('node.tap'), '/home/ada/lantern')).toEqual({
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
    const tap = '1..4\r\n\u001b[32mok\u001b[39m 1 - lit\r\nnot ok 2 - dark\r\nok 3 # SKIP no oil\r\nnot ok 4 some day # TODO\r\n';
    expect(parseTap(tap, '/')).toEqual({ passed: 1, failed: 1, skipped: 2, failures: [{ id: 'dark', message: '' }], errors: [] });
  });

  it('keeps a number sign that belongs to a name', () => {
    const parsed = parseTap('TAP version 14\nnot ok 1 - issue \\#12 \\\\ skip\n1..1\n', '/');
    expect(parsed?.failures).toEqual([{ id: 'issue #12 \\ skip', message: '' }]);
  });

  it('says that a run broke off', () => {
    expect(parseTap('TAP version 13\n1..3\nok 1 - a\n', '/')?.errors).toEqual([
      { id: 'plan', message: 'The plan says 3, and 1 came: the run broke off.' },
    ]);
    expect(parseTap('TAP version 13\nok 1 - a\n', '/')?.errors).toHaveLength(1);
    expect(parseTap('TAP version 13\n1..1\nBail out! no database\n', '/')?.errors[0]).toEqual({
      id: 'Bail out!',
      message: 'no database',
    });
  });

  it('is no stream where there is neither version nor plan', () => {
    expect(parseTap('ok computer\nnot ok 1 - x\n', '/')).toBeUndefined();
  });
});
