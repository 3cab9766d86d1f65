import { describe, expect, it } from 'vitest';
import { countPytestSessions, parsePytestText } from '../../../src/programs/python/pytest-text.ts';
import { idsOf, readOutput, told } from '../test-reports/read-output.ts';

describe('parsePytestText', () => {
  it('reads the last summary, not one that a test printed', () => {
    expect(told(parsePytestText(readOutput('pytest.txt')))).toEqual({
      passed: 2,
      failed: 3,
      skipped: 2,
      failures: [
        {
          id: 'tests/test_orchard.py > TestZero > test_zero_gives_none',
          file: 'tests/test_orchard.py',
          message: 'AssertionError: zwölf Äpfel <&> rot\nassert 0 is None\n +  where 0 = safe_divide(1, 0)',
        },
        {
          id: 'tests/test_orchard.py > test_many[x y-2]',
          file: 'tests/test_orchard.py',
          message: "TypeError: unsupported operand type(s) for /: 'str' and 'int'",
        },
        {
          id: 'tests/test_orchard.py > test_setup',
          file: 'tests/test_orchard.py',
          message: 'RuntimeError: no database',
        },
      ],
      errors: [],
    });
  });

  it('tells files that cannot be loaded', () => {
    const parsed = parsePytestText(readOutput('pytest-broken.txt'));
    expect(parsed).toMatchObject({ passed: 0, failed: 0 });
    expect(parsed?.errors).toMatchObject([
      { id: 'broken/test_x.py', message: "ModuleNotFoundError: No module named 'nothere'" },
      { id: 'broken/test_y.py' },
    ]);
  });

  it('reads it behind make, with Windows line endings, and a parameter that holds the separator', () => {
    const text =
      '=== short test summary info ===\r\nFAILED tests\\test_x.py::test_a[a - b::c] - assert 1 == 2\r\n=== 1 failed, 3 passed, 2 warnings in 0.12s ===\r\nmake: *** [Makefile:3: test] Error 1\r\n';
    expect(parsePytestText(text)).toMatchObject({
      passed: 3,
      failed: 1,
      failures: [{ id: 'tests\\test_x.py > test_a[a - b::c]', message: 'assert 1 == 2' }],
    });
  });

  it('knows that no tests ran', () => {
    expect(parsePytestText('\nno tests ran in 0.01s\n')).toMatchObject({ passed: 0, failed: 0, errors: [] });
    expect(parsePytestText('===== 7 deselected in 0.01s =====')).toMatchObject({ passed: 0, failed: 0 });
  });

  it('is no output of pytest', () => {
    expect(parsePytestText('1 passed')).toBeUndefined();
    expect(parsePytestText('3 failed attempts in 2s')).toBeUndefined();
  });

  it('reads what pytest 9 prints, with subtests and messages of several lines', () => {
    const parsed = parsePytestText(readOutput('pytest-9.txt'));
    // It counts 19 failures and 5 errors: a subtest, and the end of a test that failed, are counted by themselves.
    expect(parsed).toMatchObject({ passed: 6, failed: 22, skipped: 3, errors: [] });
    const ids = idsOf(parsed)?.failures ?? [];
    for (const name of ['a > b', 'x::y', 'a - b', '[z]', '</x>'])
      expect(ids).toContain(`tests/test_lamp.py > test_odd[${name}]`);
    expect(ids.filter((id) => id.endsWith('test_sub'))).toHaveLength(1);
    expect(ids).toContain('tests/test_lamp.py > WharfTest > test_b');
  });

  it('adds up runs that follow each other, as tox starts them', () => {
    const session = (last: string, failed = '') =>
      `${'='.repeat(20)} test session starts ${'='.repeat(20)}\ncollected 2 items\n${failed}${'='.repeat(20)} ${last} in 0.10s ${'='.repeat(20)}\n`;
    const summary = `${'='.repeat(20)} short test summary info ${'='.repeat(20)}\nFAILED test_pier.py::test_a - assert 1 == 2\n`;
    const output = `py311: commands[0]> pytest\n${session('1 failed, 1 passed', summary)}py312: commands[0]> pytest\n${session('2 passed')}`;
    expect(parsePytestText(output)).toMatchObject({
      passed: 3,
      failed: 1,
      failures: [{ id: 'test_pier.py > test_a' }],
    });
    expect(countPytestSessions(output)).toBe(2);
    const within = session('1 failed', `captured\n${session('9 passed')}${summary}`);
    expect(countPytestSessions(within)).toBe(1);
    expect(parsePytestText(within)).toMatchObject({ passed: 0, failed: 1 });
  });
});
