import { describe, expect, it } from 'vitest';
import { parseUnittestText } from '../../../src/programs/python/unittest-text.ts';
import { idsOf, readOutput } from '../test-reports/read-output.ts';

describe('parseUnittestText', () => {
  it('reads what Python 3.11 prints: subtests, classes and files that could not be set up', () => {
    const parsed = parseUnittestText(readOutput('unittest-3.11.txt'), '/home/ada/lantern');
    expect(parsed).toMatchObject({ passed: 1, failed: 4, skipped: 2 });
    expect(idsOf(parsed)).toEqual({
      failures: [
        'test_lamp.LampTest > test_throws',
        'test_lamp.LampTest > test_oil',
        "test_lamp.LampTest > test_sub > (i=0, name='a > b')",
        "test_lamp.LampTest > test_sub > (i=2, name='a > b')",
      ],
      errors: ['unittest.loader._FailedTest > test_broken', 'test_lamp.WharfTest > setUpClass'],
    });
    expect(parsed?.failures.slice(0, 2)).toMatchObject([
      { file: 'tests/test_lamp.py', line: 7, message: 'TypeError: no wick\nsecond' },
      { line: 6, message: expect.stringMatching(/^AssertionError: \{'oil': 1\} != \{'oil': 2\}\n- /) },
    ]);
    expect(parsed?.errors[0]).toMatchObject({ file: 'tests/test_broken.py', line: 1 });
  });

  it('reads names as older versions of Python write them, and as Django frames them', () => {
    const text = `Found 2 test(s).
${'='.repeat(70)}
FAIL: test_no (lamp.tests.LampTest)
${'-'.repeat(70)}
Traceback (most recent call last):
  File "/home/ada/lantern/lamp/tests.py", line 4, in test_no
    self.assertEqual(1, 2)
AssertionError: 1 != 2

${'-'.repeat(70)}
Ran 2 tests in 0.006s

FAILED (failures=1)
Destroying test database for alias 'default'...
`;
    expect(parseUnittestText(text, '/home/ada/lantern')).toMatchObject({
      passed: 1,
      failed: 1,
      failures: [
        { id: 'lamp.tests.LampTest > test_no', file: 'lamp/tests.py', line: 4, message: 'AssertionError: 1 != 2' },
      ],
    });
  });

  it('knows that nothing ran', () => {
    expect(parseUnittestText('\nRan 0 tests in 0.000s\n\nOK\n', '/')).toMatchObject({ passed: 0, failed: 0 });
    expect(parseUnittestText('\nRan 0 tests in 0.000s\n\nNO TESTS RAN\n', '/')).toMatchObject({ passed: 0, failed: 0 });
  });

  it('is nothing without an end', () => {
    expect(parseUnittestText('Ran 3 tests in 0.001s\n', '/')).toBeUndefined();
    expect(parseUnittestText('FAIL: test_no (lamp)\n', '/')).toBeUndefined();
  });
});
