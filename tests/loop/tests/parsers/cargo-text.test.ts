import { describe, expect, it } from 'vitest';
import { parseCargoText } from '../../../../src/loop/tests/parsers/cargo-text.ts';
import { readOutput } from './read-output.ts';

describe('parseCargoText', () => {
  it('adds up the targets, and is not taken in by a result that a test printed', () => {
    expect(parseCargoText(readOutput('cargo.txt'))).toEqual({
      passed: 2,
      failed: 2,
      skipped: 1,
      failures: [
        {
          id: 'src/lib.rs > tests > halves',
          file: 'src/lib.rs',
          line: 6,
          message: 'assertion `left == right` failed: half of four\n  left: 3\n right: 2',
        },
        { id: 'tests/outer.rs > outer', file: 'tests/outer.rs', line: 1, message: 'outer\nlines' },
      ],
      errors: [],
    });
  });

  it('takes code that does not compile for an error', () => {
    expect(parseCargoText(readOutput('cargo-broken.txt'))).toEqual({
      passed: 0,
      failed: 0,
      skipped: 0,
      failures: [],
      errors: [{ id: 'src/lib.rs', file: 'src/lib.rs', line: 17, message: 'error: this file contains an unclosed delimiter' }],
    });
  });

  it('says that a target was ended from within', () => {
    const parsed = parseCargoText(
      'running 2 tests\ntest a ... ok\nprocess abort\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n',
    );
    expect(parsed?.errors).toMatchObject([{ message: expect.stringContaining('process abort') }]);
  });

  it('is no output of cargo', () => {
    expect(parseCargoText('test result: ok. 9 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out')).toBeUndefined();
  });
});
