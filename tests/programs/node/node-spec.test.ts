import { describe, expect, it } from 'vitest';
import { parseNodeSpec } from '../../../src/programs/node/node-spec.ts';
import { readOutput, told } from '../test-reports/read-output.ts';

describe('parseNodeSpec', () => {
  it('reads figures and failures, and leaves out what is to do', () => {
    expect(told(parseNodeSpec(readOutput('node-spec.txt')))).toEqual({
      passed: 2,
      failed: 2,
      skipped: 2,
      failures: [
        {
          id: 'test/lantern.test.js > is lit at dusk',
          file: 'test/lantern.test.js',
          line: 5,
          message: "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n'dark' !== 'lit'",
        },
        {
          id: 'test/lantern.test.js > breaks',
          file: 'test/lantern.test.js',
          line: 7,
          message: 'Error: no oil\nsecond line',
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

  it('is not taken in by figures that a test printed', () => {
    const text = `ℹ tests 1\nℹ pass 1\nhello\n${readOutput('node-spec.txt')}`;
    expect(parseNodeSpec(text)).toMatchObject({ passed: 2, failed: 2 });
    expect(parseNodeSpec('ℹ tests 1\nℹ pass 1\n')).toBeUndefined();
  });

  it('reads what Node 26 prints, and mixes up no errors of several files', () => {
    const parsed = parseNodeSpec(readOutput('node-26.txt'));
    expect(parsed).toMatchObject({ passed: 9, failed: 12, skipped: 3 });
    expect(parsed?.errors).toMatchObject([
      { id: 'test/broken.test.js', message: expect.stringContaining('ERR_MODULE_NOT_FOUND') },
      { id: 'test/late.test.js', message: "'test failed'" },
      { id: 'test/syntax.test.js', message: "SyntaxError: Unexpected token ';'" },
    ]);
  });
});
