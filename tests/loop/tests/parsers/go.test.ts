import { describe, expect, it } from 'vitest';
import { parseGoJson, parseGoText, readGoOutput } from '../../../../src/loop/tests/parsers/go.ts';

const event = (fields: object) => JSON.stringify({ Time: '2026-03-02T08:00:00Z', ...fields });
const stream = [
  event({ Action: 'start', Package: 'quay/pier' }),
  event({ Action: 'run', Package: 'quay/pier', Test: 'TestWide' }),
  event({ Action: 'output', Package: 'quay/pier', Test: 'TestWide', Output: '=== RUN   TestWide\n' }),
  event({ Action: 'run', Package: 'quay/pier', Test: 'TestWide/at_high_tide' }),
  event({
    Action: 'output',
    Package: 'quay/pier',
    Test: 'TestWide/at_high_tide',
    Output: '    pier_test.go:12: got 3, want 4\n',
  }),
  event({
    Action: 'output',
    Package: 'quay/pier',
    Test: 'TestWide/at_high_tide',
    Output: '    --- FAIL: TestWide/at_high_tide (0.00s)\n',
  }),
  event({ Action: 'fail', Package: 'quay/pier', Test: 'TestWide/at_high_tide', Elapsed: 0 }),
  event({ Action: 'pass', Package: 'quay/pier', Test: 'TestWide/at_low_tide', Elapsed: 0 }),
  event({ Action: 'fail', Package: 'quay/pier', Test: 'TestWide', Elapsed: 0 }),
  event({ Action: 'skip', Package: 'quay/pier', Test: 'TestLater', Elapsed: 0 }),
  event({ Action: 'output', Package: 'quay/pier', Output: 'FAIL\tquay/pier\t0.003s\n' }),
  event({ Action: 'fail', Package: 'quay/pier', Elapsed: 0.003 }),
  event({ Action: 'skip', Package: 'quay', Elapsed: 0 }),
];

describe('parseGoJson', () => {
  it('counts subtests, not the tests above them', () => {
    expect(parseGoJson(stream.join('\n'))).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      failures: [
        {
          id: 'pier_test.go > quay/pier > TestWide > at_high_tide',
          file: 'pier_test.go',
          line: 12,
          message: 'pier_test.go:12: got 3, want 4',
        },
      ],
      errors: [],
    });
  });

  it('takes code that does not compile for an error, with what the compiler said', () => {
    const parsed = parseGoJson(
      [
        '# quay/pier [quay/pier.test]',
        './pier.go:3:5: undefined: width',
        event({ Action: 'output', Package: 'quay/pier', Output: 'FAIL\tquay/pier [build failed]\n' }),
        event({ Action: 'fail', Package: 'quay/pier', Elapsed: 0 }),
      ].join('\n'),
    );
    expect(parsed).toMatchObject({ passed: 0, failed: 0 });
    expect(parsed?.errors).toMatchObject([{ id: 'quay/pier', message: expect.stringContaining('undefined: width') }]);
  });

  it('takes a test that never ended for one that failed', () => {
    const parsed = parseGoJson(
      [event({ Action: 'run', Package: 'quay', Test: 'TestPanics' }), event({ Action: 'fail', Package: 'quay' })].join('\n'),
    );
    expect(parsed).toMatchObject({ failed: 1, failures: [{ id: 'quay > TestPanics' }] });
  });

  it('gives people what they would have seen', () => {
    expect(readGoOutput(stream.join('\n'))).toBe(
      '=== RUN   TestWide\n    pier_test.go:12: got 3, want 4\n    --- FAIL: TestWide/at_high_tide (0.00s)\nFAIL\tquay/pier\t0.003s\n',
    );
  });

  it('is no stream without events', () => {
    expect(parseGoJson('{"a": 1}\nok  \tquay\t0.1s')).toBeUndefined();
  });
});

describe('parseGoText', () => {
  it('reads failures with what they logged', () => {
    const text = `--- FAIL: TestWide (0.00s)
    --- FAIL: TestWide/at_high_tide (0.00s)
        pier_test.go:12: got 3, want 4
FAIL
FAIL\tquay/pier\t0.003s
ok  \tquay/harbour\t0.002s
?   \tquay\t[no test files]
FAIL
`;
    expect(parseGoText(text)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      failures: [
        {
          id: 'pier_test.go > TestWide > at_high_tide',
          file: 'pier_test.go',
          line: 12,
          message: 'pier_test.go:12: got 3, want 4',
        },
      ],
      errors: [],
    });
  });

  it('counts tests where each is named', () => {
    const text = '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n--- PASS: TestB (0.00s)\nPASS\nok  \tquay\t0.002s\n';
    expect(parseGoText(text)).toMatchObject({ passed: 2, failed: 0 });
  });

  it('tells what does not compile', () => {
    const text = '# quay/pier [quay/pier.test]\n./pier.go:3:5: undefined: width\nFAIL\tquay/pier [build failed]\nFAIL\n';
    expect(parseGoText(text)?.errors).toEqual([
      { id: 'quay/pier', message: '# quay/pier [quay/pier.test]\n./pier.go:3:5: undefined: width' },
    ]);
  });

  it('is not taken in by a package that has no tests', () => {
    expect(parseGoText('ok  \tquay\t0.002s [no tests to run]\n')).toMatchObject({ passed: 0, failed: 0 });
    expect(parseGoText('everything is ok\n')).toBeUndefined();
  });
});
