import { describe, expect, it } from 'vitest';
import { parseOutput } from '../../../src/loop/tests/parse-output.ts';
import { idsOf, readOutput, told } from '../../programs/test-reports/read-output.ts';

const JEST = `FAIL lamp.test.js
  ● is lit

    expected dark to be lit

Test Suites: 1 failed, 1 total
Tests:       1 failed, 2 passed, 3 total
`;
const PYTEST = '=== test session starts ===\n=== 5 passed in 0.10s ===\n';

describe('parseOutput', () => {
  it('adds up what several runners say one after the other', () => {
    const parsed = parseOutput('exit-code', `${JEST}${PYTEST}`, '/x');
    expect(parsed).toMatchObject({ passed: 7, failed: 1 });
    expect(idsOf(parsed)).toEqual({ failures: ['lamp.test.js > is lit'], errors: [] });
  });

  it.each([
    ['tap', 'ava-7.tap'],
    ['tap', 'tap-21.tap'],
    ['node-test', 'node-20.tap'],
    ['node-test', 'node-26.txt'],
    ['cargo', 'cargo-1.95.txt'],
    ['go', 'go-1.19.json.txt'],
    ['go', 'go-1.19.txt'],
    ['jest', 'jest-30.txt'],
    ['mocha', 'mocha-12.txt'],
    ['pytest', 'pytest-9.txt'],
    ['vitest', 'vitest-4.txt'],
  ] as const)('reads what %s prints once, also where nobody said whose it is: %s', (framework, name) => {
    const output = readOutput(name);
    const own = told(parseOutput(framework, output, '/home/ada'));
    expect(own).toBeDefined();
    expect(told(parseOutput('exit-code', output, '/home/ada'))).toEqual(own);
  });

  it('looks for the words of the runner alone where that is known', () => {
    expect(parseOutput('pytest', `${JEST}${PYTEST}`, '/x')).toMatchObject({ passed: 5, failed: 0 });
    expect(parseOutput('vitest', JEST, '/x')).toBeUndefined();
  });

  it.each([
    ['a heading', '# Building\nall is well\n'],
    ['a heading with something to the right below it', '# Building [1]\n\tthe pier\n'],
    ['tests that somebody runs', 'running 3 tests\nall is well\n'],
    ['a word of success', 'ok\nok then\n'],
    ['a count', 'Found 3 errors in 2 files, 1 passed\n'],
  ])('takes %s for no results', (_, output) => {
    expect(parseOutput('exit-code', output, '/x')).toBeUndefined();
  });
});
