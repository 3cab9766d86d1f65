import { describe, expect, it } from 'vitest';
import { parseCargoText } from '../../../src/programs/rust/cargo-text.ts';
import { readOutput, told } from '../test-reports/read-output.ts';

describe('parseCargoText', () => {
  it('adds up the targets, and is not taken in by a result that a test printed', () => {
    expect(told(parseCargoText(readOutput('cargo.txt')))).toEqual({
      passed: 2,
      failed: 2,
      skipped: 1,
      failures: [
        {
          id: 'tests > halves',
          file: 'src/lib.rs',
          line: 6,
          message: 'assertion `left == right` failed: half of four\n  left: 3\n right: 2',
        },
        { id: 'outer', file: 'tests/outer.rs', line: 1, message: 'outer\nlines' },
      ],
      errors: [],
    });
  });

  it('takes code that does not compile for an error', () => {
    expect(told(parseCargoText(readOutput('cargo-broken.txt')))).toEqual({
      passed: 0,
      failed: 0,
      skipped: 0,
      failures: [],
      errors: [
        {
          id: 'src/lib.rs',
          file: 'src/lib.rs',
          line: 17,
          message: expect.stringMatching(
            /^error: this file contains an unclosed delimiter\n {1,4}--> src\/lib\.rs:17:15\n/,
          ),
        },
      ],
    });
  });

  it('says that a target was ended from within', () => {
    const parsed = parseCargoText(
      'running 2 tests\ntest a ... ok\nprocess abort\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n',
    );
    expect(parsed?.errors).toMatchObject([{ message: expect.stringContaining('process abort') }]);
  });

  it('is no output of cargo', () => {
    expect(
      parseCargoText('test result: ok. 9 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out'),
    ).toBeUndefined();
  });

  it('reads what Cargo 1.95 prints', () => {
    const parsed = parseCargoText(readOutput('cargo-1.95.txt'));
    expect(parsed).toMatchObject({ passed: 5, failed: 8, skipped: 1, errors: [] });
    expect(parsed?.failures).toMatchObject([
      { id: 'tests > deep > ünïcode', file: 'src/lib.rs', line: 22 },
      { id: 'tests > oil', message: 'assertion `left == right` failed: oil and wick\n  left: 3\n right: 4' },
      { id: 'tests > result', message: 'Error: "no water"' },
      { id: 'tests > should', message: expect.stringContaining('panic did not contain expected string') },
      { id: 'tests > sometimes' },
      { id: 'tests > throws', message: 'no wick\nsecond line' },
      { id: 'same', file: 'tests/a.rs', line: 1 },
      { id: 'src/lib.rs - add (line 2)' },
    ]);
    expect(parsed?.passes).toContain('tests > lit');
  });

  it('leaves out the frames of a panic', () => {
    const text = `running 1 test
test oil ... FAILED

failures:

---- oil stdout ----

thread 'oil' (7) panicked at src/lib.rs:5:3:
no oil
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/598/library/std/src/panicking.rs:689:5
note: Some details are omitted, run with \`RUST_BACKTRACE=full\` for a verbose backtrace.
note: panic did not contain expected string

failures:
    oil

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`;
    expect(parseCargoText(text)?.failures[0]?.message).toBe('no oil\nnote: panic did not contain expected string');
  });
});
