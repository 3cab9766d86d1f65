import { describe, expect, it } from 'vitest';
import { parseGoJson, readGoOutput } from '../../../src/programs/go/go-json.ts';
import { idsOf, readOutput, told } from '../test-reports/read-output.ts';

const places = { cwd: '/home/ada/lantern' };

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
    expect(told(parseGoJson(stream.join('\n'), places))).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      failures: [
        {
          id: 'quay/pier > TestWide > at_high_tide',
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
      places,
    );
    expect(parsed).toMatchObject({ passed: 0, failed: 0 });
    expect(parsed?.errors).toMatchObject([{ id: 'quay/pier', message: expect.stringContaining('undefined: width') }]);
  });

  it('takes a test that never ended for one that failed', () => {
    const parsed = parseGoJson(
      [event({ Action: 'run', Package: 'quay', Test: 'TestPanics' }), event({ Action: 'fail', Package: 'quay' })].join(
        '\n',
      ),
      places,
    );
    expect(parsed).toMatchObject({ failed: 1, failures: [{ id: 'quay > TestPanics' }] });
  });

  it('reads what Go 1.19 writes: packages that do not compile, and tests that fail by themselves', () => {
    const parsed = parseGoJson(readOutput('go-1.19.json.txt'), { ...places, module: 'example.com/lantern' });
    expect(parsed).toMatchObject({ passed: 4, failed: 7, skipped: 1 });
    expect(idsOf(parsed)?.failures).toEqual([
      'example.com/lantern/pier > TestOil',
      'example.com/lantern/pier > TestTable > a_>_b_"q"_ü',
      'example.com/lantern/pier > TestTable > x > y',
      'example.com/lantern/pier > TestSometimes',
      'example.com/lantern/pier > TestSame',
      'example.com/lantern/pier > TestParentOwn',
      'example.com/lantern/quay > TestPanics',
    ]);
    expect(parsed?.failures[0]).toMatchObject({
      file: 'pier/pier_test.go',
      line: 5,
      message: expect.stringContaining('second line'),
    });
    expect(parsed?.failures[6]).toMatchObject({
      file: 'quay/quay_test.go',
      line: 4,
      message: expect.not.stringContaining('goroutine'),
    });
    expect(parsed?.errors).toMatchObject([
      { id: 'example.com/lantern/wharf', message: expect.stringMatching(/^no water\n/) },
      { id: 'example.com/lantern/dock', message: 'dock/dock_test.go:3:28: undefined: undefinedThing' },
    ]);
    expect(parsed?.passes).toContain('example.com/lantern/quay > TestSame');
  });

  it('reads what Go 1.27 writes: what the compiler and vet say, also of a package that another one needs, and a test that ends its process', () => {
    const parsed = parseGoJson(readOutput('go-1.27.json.txt'), { ...places, module: 'example.com/lantern' });
    expect(parsed).toMatchObject({ passed: 4, failed: 5, skipped: 1 });
    expect(parsed?.failures.map(({ id, file, line }) => [id, file, line])).toEqual([
      ['example.com/lantern/fog > TestHorn', 'fog/fog_test.go', 10],
      ['example.com/lantern/pier > TestOil', 'pier/pier_test.go', 7],
      ['example.com/lantern/pier > TestTable > a_>_b_"q"_ü', 'pier/pier_test.go', 13],
      ['example.com/lantern/pier > TestTable > x > y', 'pier/pier_test.go', 13],
      ['example.com/lantern/sea > TestShips', 'sea/sea_test.go', 7],
    ]);
    const errors = Object.fromEntries(parsed?.errors.map(({ id, message }) => [id, message.split('\n')[0]]) ?? []);
    const oil = 'oil/oil.go:3:26: cannot use "much" (untyped string constant) as int value in return statement';
    expect(errors).toEqual({
      'example.com/lantern/dock': 'dock/dock_test.go:5:31: undefined: rope',
      'example.com/lantern/lamp': oil,
      'example.com/lantern/oil': oil,
      'example.com/lantern/vet': expect.stringMatching(
        /^vet\/vet_test\.go:5:\d+: .*Errorf format %d has arg "text" of wrong type string$/,
      ),
    });
  });

  it('hears of what does not compile by events, as since Go 1.24', () => {
    const parsed = parseGoJson(
      [
        event({
          ImportPath: 'quay/pier [quay/pier.test]',
          Action: 'build-output',
          Output: '# quay/pier [quay/pier.test]\n',
        }),
        event({
          ImportPath: 'quay/pier [quay/pier.test]',
          Action: 'build-output',
          Output: './pier.go:3:5: undefined: width\n',
        }),
        event({ ImportPath: 'quay/pier [quay/pier.test]', Action: 'build-fail' }),
        event({ Action: 'start', Package: 'quay/pier' }),
        event({ Action: 'output', Package: 'quay/pier', Output: 'FAIL\tquay/pier [build failed]\n' }),
        event({ Action: 'fail', Package: 'quay/pier', Elapsed: 0, FailedBuild: 'quay/pier [quay/pier.test]' }),
      ].join('\n'),
      places,
    );
    expect(parsed?.errors).toMatchObject([
      { id: 'quay/pier', message: expect.stringMatching(/^\.\/pier\.go:3:5: undefined: width/) },
    ]);
  });

  it('gives people what they would have seen', () => {
    expect(readGoOutput(stream.join('\n'))).toBe(
      '=== RUN   TestWide\n    pier_test.go:12: got 3, want 4\n    --- FAIL: TestWide/at_high_tide (0.00s)\nFAIL\tquay/pier\t0.003s\n',
    );
  });

  it('is no stream without events', () => {
    expect(parseGoJson('{"a": 1}\nok  \tquay\t0.1s', places)).toBeUndefined();
  });
});
