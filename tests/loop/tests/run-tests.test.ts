import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseOutput, readTestCode } from '../../../src/loop/tests/run-tests.ts';
import { idsOf, readOutput, told } from '../../programs/test-reports/read-output.ts';
import { makeHome } from '../../support/home.ts';

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

async function makeProject(text: string): Promise<{ cwd: string; home: string }> {
  const home = await makeHome();
  onTestFinished(home.remove);
  await home.addFile('orchard/pear.test.ts', text);
  return { cwd: join(home.path, 'orchard'), home: home.path };
}

describe('readTestCode', () => {
  it('reads a test to its end', async () => {
    const own = "  it('falls', () => {\r\n    fall();\r\n\r\n    expect(ripe()).toBe(true);\r\n  });";
    const { cwd } = await makeProject(`describe('pear', () => {\r\n${own}\r\n  it('rots', () => {\r\n  });\r\n});\r\n`);
    expect(await readTestCode({ file: 'pear.test.ts', line: 2 }, cwd)).toBe(own);
  });

  it('reads from the line of the failure on', async () => {
    const { cwd } = await makeProject(
      'def test_a():\n    x = 1\n    assert x == (\n        2\n    )\n\ndef test_b():\n    pass\n',
    );
    expect(await readTestCode({ file: 'pear.test.ts', line: 3 }, cwd)).toBe('    assert x == (\n        2\n    )');
  });

  it('reads no more than says something', async () => {
    const { cwd } = await makeProject(`it(() => {\n${'  fall();\n'.repeat(100)}`);
    expect((await readTestCode({ file: 'pear.test.ts', line: 1 }, cwd))?.split('\n')).toHaveLength(40);
  });

  it('reads nothing outside of the project, and nothing that is not there', async () => {
    const { cwd, home } = await makeProject('x\n');
    await symlink(join(home, '.secret'), join(cwd, 'link.ts'));
    for (const file of ['../.secret', '/etc/hostname', 'link.ts', 'gone.ts', '.'])
      expect(await readTestCode({ file, line: 1 }, cwd)).toBeUndefined();
    expect(await readTestCode({ file: 'pear.test.ts', line: 9 }, cwd)).toBeUndefined();
    expect(await readTestCode({ file: 'pear.test.ts' }, cwd)).toBeUndefined();
  });
});
