import { describe, expect, it, onTestFinished } from 'vitest';
import { detectTests } from '../../../src/loop/tests/detect-tests.ts';
import { makeHome } from '../../support/home.ts';

async function folder(files: Record<string, string>): Promise<string> {
  const home = await makeHome();
  onTestFinished(home.remove);
  for (const [name, text] of Object.entries(files)) await home.addFile(name, text);
  return home.path;
}

const manifest = (rest: object) => JSON.stringify({ name: 'harbour', ...rest });

describe('detectTests', () => {
  it.each([
    [
      'a script',
      { 'package.json': manifest({ scripts: { test: 'vitest run' } }) },
      'vitest',
      ['npm', 'test'],
      'package.json',
    ],
    [
      'a script of pnpm, through a chain',
      { 'package.json': manifest({ scripts: { test: 'tsc && node --test | cat' } }), 'pnpm-lock.yaml': '' },
      'node-test',
      ['pnpm', 'run', 'test'],
      'package.json',
    ],
    [
      'a manager that is named',
      {
        'package.json': manifest({ packageManager: 'yarn@4.1.0', scripts: { test: './check.sh' } }),
        'pnpm-lock.yaml': '',
      },
      'exit-code',
      ['yarn', 'test'],
      'package.json',
    ],
    [
      'a runner that is installed, where the script says that there is none',
      {
        'package.json': manifest({
          scripts: { test: 'echo "Error: no test specified" && exit 1' },
          devDependencies: { jest: '^30.0.0' },
        }),
      },
      'jest',
      ['npx', '--no-install', 'jest'],
      'package.json',
    ],
    [
      'settings of pytest',
      { 'pyproject.toml': '[tool.pytest.ini_options]\n', 'uv.lock': '' },
      'pytest',
      ['uv', 'run', 'pytest'],
      'pyproject.toml',
    ],
    [
      'tox',
      { 'tox.ini': '[testenv]\ncommands = pytest -q\n', 'poetry.lock': '' },
      'pytest',
      ['poetry', 'run', 'pytest'],
      'tox.ini',
    ],
    [
      'tests by their names',
      { 'tests/test_pier.py': '', 'Pipfile.lock': '' },
      'pytest',
      ['pipenv', 'run', 'pytest'],
      'tests/test_pier.py',
    ],
    [
      'requirements',
      { 'requirements-dev.txt': 'pytest>=8\n', 'tests/test_pier.py': 'import unittest\n', 'poetry.lock': '' },
      'pytest',
      ['poetry', 'run', 'pytest'],
      'requirements-dev.txt',
    ],
    [
      'tests that need no more than unittest',
      {
        'tests/deep/test_pier.py':
          'import unittest\n\n\nclass PierTest(unittest.TestCase):\n    def test_a(self): pass\n',
        'uv.lock': '',
      },
      'exit-code',
      ['uv', 'run', 'python', '-m', 'unittest', 'discover', '-s', 'tests'],
      'tests/deep/test_pier.py',
    ],
    [
      'tests of unittest in a package',
      { 'test/__init__.py': '', 'test/test_pier.py': 'from unittest import TestCase\n', 'uv.lock': '' },
      'exit-code',
      ['uv', 'run', 'python', '-m', 'unittest', 'discover', '-s', 'test', '-t', '.'],
      'test/test_pier.py',
    ],
    [
      'tests of unittest among those of pytest',
      { 'tests/test_a.py': 'import unittest\n', 'tests/test_b.py': 'def test_b(): pass\n', 'uv.lock': '' },
      'pytest',
      ['uv', 'run', 'pytest'],
      'tests/test_a.py',
    ],
    [
      'Django',
      { 'manage.py': '', 'lamp/tests.py': '', 'uv.lock': '' },
      'exit-code',
      ['uv', 'run', 'python', 'manage.py', 'test'],
      'manage.py',
    ],
    ['Go', { 'go.mod': 'module quay' }, 'go', ['go', 'test', './...'], 'go.mod'],
    ['Cargo', { 'Cargo.toml': '' }, 'cargo', ['cargo', 'test'], 'Cargo.toml'],
    ['Maven', { 'pom.xml': '' }, 'junit', ['mvn', '--batch-mode', 'test'], 'pom.xml'],
    ['Gradle', { 'build.gradle.kts': '' }, 'junit', ['gradle', 'test'], 'build.gradle.kts'],
    ['make', { Makefile: 'all:\n\techo\n\ntest: all\n\tpython -m pytest\n' }, 'pytest', ['make', 'test'], 'Makefile'],
    [
      'make, with a recipe of its own',
      { Makefile: 'test:\n\t./check\nrun:\n\tjest\n' },
      'exit-code',
      ['make', 'test'],
      'Makefile',
    ],
  ])('finds %s', async (_, files, framework, command, source) => {
    const cwd = await folder(files as unknown as Record<string, string>);
    expect(await detectTests(cwd)).toEqual({ framework, command, cwd, timeoutMs: 600_000, source });
  });

  it('finds nothing where there is nothing', async () => {
    expect(
      await detectTests(await folder({ 'package.json': manifest({}), Makefile: 'test := 3\nbuild:\n\techo\n' })),
    ).toBeUndefined();
  });

  it('takes what is configured', async () => {
    const cwd = await folder({ 'package.json': manifest({ scripts: { test: 'vitest run' } }) });
    expect(await detectTests(cwd, { command: 'pytest tests/ -v', timeout: 120 })).toEqual({
      framework: 'pytest',
      command: 'pytest tests/ -v',
      cwd,
      timeoutMs: 120_000,
      source: 'configured',
    });
    expect(await detectTests(cwd, { command: ['./check'], framework: 'tap' })).toMatchObject({
      framework: 'tap',
      command: ['./check'],
    });
    expect(await detectTests(cwd, { command: './check' })).toMatchObject({ framework: 'exit-code' });
    expect(await detectTests(cwd, { framework: 'go' })).toMatchObject({
      framework: 'go',
      command: ['go', 'test', './...'],
    });
    expect(await detectTests(cwd, { framework: 'vitest' })).toMatchObject({
      command: ['npm', 'test'],
      source: 'package.json',
    });
  });
});
