import { describe, expect, it } from 'vitest';
import { parseJunitXml } from '../../../src/programs/test-reports/junit-xml.ts';
import { idsOf, readOutput, told } from './read-output.ts';

describe('parseJunitXml', () => {
  it('reads what pytest writes: classes, parameters, setup errors, expected failures', () => {
    expect(told(parseJunitXml(readOutput('pytest.xml'), '/home/ada/orchard'))).toEqual({
      passed: 2,
      failed: 3,
      skipped: 2,
      failures: [
        {
          id: 'tests/test_orchard.py > TestZero > test_zero_gives_none',
          file: 'tests/test_orchard.py',
          line: 12,
          message:
            'AssertionError: zwölf Äpfel <&> #x1B[31mrot#x1B[0m\nassert 0 is None\n +  where 0 = safe_divide(1, 0)',
        },
        {
          id: 'tests/test_orchard.py > test_many[x y-2]',
          file: 'tests/test_orchard.py',
          line: 16,
          message: "TypeError: unsupported operand type(s) for /: 'str' and 'int'",
        },
        {
          id: 'tests/test_orchard.py > test_setup',
          file: 'tests/test_orchard.py',
          line: 25,
          message: 'failed on setup with "RuntimeError: no database"',
        },
      ],
      errors: [],
    });
  });

  it('tells files that cannot be loaded from tests that fail', () => {
    const parsed = parseJunitXml(readOutput('pytest-broken.xml'), '/home/ada/orchard');
    expect(parsed).toMatchObject({ passed: 0, failed: 0, failures: [] });
    expect(parsed?.errors).toMatchObject([
      {
        id: 'broken/test_x.py',
        file: 'broken/test_x.py',
        line: 1,
        message: "ModuleNotFoundError: No module named 'nothere'",
      },
      {
        id: 'broken/test_y.py',
        file: 'broken/test_y.py',
        message: expect.stringMatching(/SyntaxError: '\(' was never closed$/),
      },
    ]);
  });

  it('counts nothing where nothing ran', () => {
    expect(told(parseJunitXml(readOutput('pytest-empty.xml'), '/home/ada/orchard'))).toEqual({
      passed: 0,
      failed: 0,
      skipped: 0,
      failures: [],
      errors: [],
    });
  });

  it('reads what Node writes: nested suites, tests to do, a file that crashed', () => {
    const parsed = parseJunitXml(readOutput('node.xml'), '/home/ada/lantern');
    expect(parsed).toMatchObject({ passed: 2, failed: 2, skipped: 2 });
    expect(parsed?.failures.map(({ id }) => id)).toEqual(['the lamp > is lit at dusk', 'the lamp > nested > breaks']);
    expect(parsed?.errors).toMatchObject([{ id: 'test/crash.test.js' }]);
  });

  it('reads what vitest writes, and is not taken in by what a test printed', () => {
    const parsed = parseJunitXml(readOutput('vitest.xml'), '/home/ada/harbour');
    expect(parsed).toMatchObject({ passed: 2, failed: 2, skipped: 2 });
    expect(parsed?.failures[0]).toMatchObject({
      id: 'test/harbour.test.ts > the pier > is long',
      file: 'test/harbour.test.ts',
      line: 4,
      message: 'expected { a: 1 } to deeply equal { a: 2 }',
    });
    expect(parsed?.errors).toMatchObject([
      { id: 'test/crash.test.ts', message: expect.stringContaining("'./nothere'") },
    ]);
  });

  it('reads what Maven writes', () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="3.0.2" name="quay.PierTest" time="0.05" tests="4" errors="1" skipped="1" failures="1">
  <properties><property name="java.version" value="21"/></properties>
  <testcase name="isLong" classname="quay.PierTest" time="0.01"/>
  <testcase name="isWide" classname="quay.PierTest" time="0.01">
    <failure message="expected: &lt;3&gt; but was: &lt;4&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: expected: <3> but was: <4>
	at quay.PierTest.isWide(PierTest.java:14)
]]></failure>
    <system-out><![CDATA[Tests run: 9, Failures: 0 </testcase>]]></system-out>
  </testcase>
  <testcase name="throws" classname="quay.PierTest" time="0.0"><error type="java.lang.IllegalStateException">no water</error></testcase>
  <testcase name="later" classname="quay.PierTest" time="0"><skipped message="some day"/></testcase>
</testsuite>`;
    expect(told(parseJunitXml(xml, '/home/ada/quay'))).toEqual({
      passed: 1,
      failed: 2,
      skipped: 1,
      failures: [
        { id: 'quay.PierTest > isWide', file: 'quay/PierTest.java', line: 14, message: 'expected: <3> but was: <4>' },
        { id: 'quay.PierTest > throws', message: 'no water' },
      ],
      errors: [],
    });
  });

  it('keeps what a report that breaks off has told, and says that it does', () => {
    const whole = readOutput('pytest.xml');
    const parsed = parseJunitXml(whole.slice(0, whole.indexOf('test_many[x y-2]') + 200), '/home/ada/orchard');
    expect(parsed?.failures.map(({ id }) => id)).toContain('tests/test_orchard.py > TestZero > test_zero_gives_none');
    expect(parsed?.errors).toMatchObject([{ id: 'report', message: 'The report of the tests breaks off.' }]);
  });

  it('is no report of anything else', () => {
    expect(parseJunitXml('<html><body/></html>', '/')).toBeUndefined();
    expect(parseJunitXml('1 passed', '/')).toBeUndefined();
    expect(parseJunitXml('', '/')).toBeUndefined();
  });

  it('reads what pytest 9 writes of classes, parameters and unittest', () => {
    const parsed = parseJunitXml(readOutput('pytest-9.xml'), '/home/ada/lantern');
    expect(parsed).toMatchObject({ passed: 4, failed: 23, skipped: 3, errors: [] });
    const ids = idsOf(parsed)?.failures ?? [];
    for (const name of ['a > b', 'x::y', '\\xfc "q"', 'a - b', '[z]', 'a b\\nc', '</x>'])
      expect(ids).toContain(`tests/test_lamp.py > test_odd[${name}]`);
    expect(ids).toContain('tests/test_lamp.py > TestNight > TestDeep > test_deep');
    expect(parsed?.failures.find(({ id }) => id.endsWith('WharfTest > test_b'))?.message).toContain(
      'RuntimeError: class setup',
    );
    // One that fails and whose end fails, too, is told twice.
    expect(ids.filter((id) => id.endsWith('test_both'))).toHaveLength(2);
    expect(parsed?.passes).toContain('tests/test_same_b.py > test_same');
  });
});
