import { describe, expect, it } from 'vitest';
import { parseGoText } from '../../../src/programs/go/go-text.ts';
import { readOutput, told } from '../test-reports/read-output.ts';

const places = { cwd: '/home/ada/lantern' };

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
    expect(told(parseGoText(text, places))).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
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

  it('counts tests where each is named', () => {
    const text =
      '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n--- PASS: TestB (0.00s)\nPASS\nok  \tquay\t0.002s\n';
    expect(parseGoText(text, places)).toMatchObject({ passed: 2, failed: 0 });
  });

  it('tells what does not compile', () => {
    const text =
      '# quay/pier [quay/pier.test]\n./pier.go:3:5: undefined: width\nFAIL\tquay/pier [build failed]\nFAIL\n';
    expect(parseGoText(text, places)?.errors).toMatchObject([
      { id: 'quay/pier', message: './pier.go:3:5: undefined: width' },
    ]);
  });

  it('is not taken in by a package that has no tests', () => {
    expect(parseGoText('ok  \tquay\t0.002s [no tests to run]\n', places)).toMatchObject({ passed: 0, failed: 0 });
    expect(parseGoText('everything is ok\n', places)).toBeUndefined();
  });

  it('reads what Go 1.27 prints, with what vet says', () => {
    const parsed = parseGoText(readOutput('go-1.27.txt'), { ...places, module: 'example.com/lantern' });
    expect(parsed).toMatchObject({ passed: 0, failed: 5, skipped: 0 });
    expect(parsed?.failures.map(({ id, file, line }) => [id, file, line])).toEqual([
      ['example.com/lantern/fog > TestHorn', 'fog/fog_test.go', 10],
      ['example.com/lantern/pier > TestOil', 'pier/pier_test.go', 7],
      ['example.com/lantern/pier > TestTable > a_>_b_"q"_ü', 'pier/pier_test.go', 13],
      ['example.com/lantern/pier > TestTable > x > y', 'pier/pier_test.go', 13],
      ['example.com/lantern/sea > TestShips', 'sea/sea_test.go', 7],
    ]);
    const errors = Object.fromEntries(parsed?.errors.map(({ id, message }) => [id, message]) ?? []);
    expect(errors).toMatchObject({
      'example.com/lantern/dock': 'dock/dock_test.go:5:31: undefined: rope',
      'example.com/lantern/oil': expect.stringMatching(/^oil\/oil\.go:3:26: cannot use "much"/),
      'example.com/lantern/vet': expect.stringContaining('format %d has arg "text"'),
    });
    expect(Object.keys(errors)).toHaveLength(4);
  });

  it('reads what Go 1.19 prints', () => {
    const parsed = parseGoText(readOutput('go-1.19.txt'), { ...places, module: 'example.com/lantern' });
    expect(parsed).toMatchObject({ passed: 0, failed: 6, skipped: 0 });
    expect(parsed?.failures.at(-1)).toMatchObject({
      id: 'example.com/lantern/quay > TestPanics',
      file: 'quay/quay_test.go',
      line: 4,
    });
    expect(parsed?.errors).toMatchObject([
      { id: 'example.com/lantern/wharf', message: 'no water' },
      { id: 'example.com/lantern/dock', message: 'dock/dock_test.go:3:28: undefined: undefinedThing' },
    ]);
  });
});
