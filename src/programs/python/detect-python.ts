import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegular } from '../../shared/regular-file.ts';
import type { DetectedTests } from '../test-runner.ts';

/** More files than this are not looked into for what they import. */
const MOST_READ = 30;

/**
 * pytest, where a file of the project speaks of it: its own settings, those of tox, requirements, or tests by its names. Django's own
 * tests, and those that are written for unittest alone, are run by what comes with them: pytest may not be there.
 */
export async function detectPython(root: string): Promise<DetectedTests | undefined> {
  for (const [name, sign] of SIGNS) {
    const text = (await readRegular(join(root, name)).catch(() => undefined))?.toString('utf8');
    if (text !== undefined && sign.test(text)) return { framework: 'pytest', command: pytestIn(root), source: name };
  }
  if (existsSync(join(root, 'manage.py')))
    return { framework: 'exit-code', command: [...pythonIn(root), 'manage.py', 'test'], source: 'manage.py' };
  for (const folder of ['tests', 'test', '.']) {
    const found = await findTests(root, folder);
    if (found[0] === undefined) continue;
    return (await areUnittests(root, found))
      ? { framework: 'exit-code', command: unittestIn(root, folder), source: found[0] }
      : { framework: 'pytest', command: pytestIn(root), source: found[0] };
  }
  return undefined;
}

const SIGNS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['pytest.ini', /(?:)/],
  ['.pytest.ini', /(?:)/],
  ['pyproject.toml', /^\s*\[tool\.pytest\b|["'\s]pytest\b/m],
  ['tox.ini', /^\[pytest\]|\bpytest\b/m],
  ['setup.cfg', /^\[tool:pytest\]|^\s*pytest\b/m],
  ['conftest.py', /(?:)/],
  ['requirements.txt', /^pytest\b/m],
  ['requirements-dev.txt', /^pytest\b/m],
  ['dev-requirements.txt', /^pytest\b/m],
  ['requirements/dev.txt', /^pytest\b/m],
  ['Pipfile', /^pytest\b/m],
];

/** Test files by the names of pytest and unittest, in a folder and in those below it; in the project's own only at its top. */
async function findTests(root: string, folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: folder !== '.' }).catch(() => []);
  const tests = names.filter((name) => /(?:^|[\\/])test_[^\\/]*\.py$|_test\.py$/.test(name)).sort();
  return tests.map((name) => (folder === '.' ? name : `${folder}/${name.replaceAll('\\', '/')}`));
}

async function areUnittests(root: string, files: readonly string[]): Promise<boolean> {
  const texts = await Promise.all(files.slice(0, MOST_READ).map((name) => readSource(join(root, name))));
  const usesPytest = texts.some((text) => /^[ \t]*(?:import pytest\b|from pytest\b)|^(?:async )?def test_/m.test(text));
  return !usesPytest && texts.some((text) => /^[ \t]*(?:import unittest\b|from unittest\b)/m.test(text));
}

async function readSource(path: string): Promise<string> {
  return (await readRegular(path).catch(() => '')).toString();
}

function unittestIn(root: string, folder: string): string[] {
  // Of a package its tests are imported from above it.
  const isPackage = folder !== '.' && existsSync(join(root, folder, '__init__.py'));
  return [...pythonIn(root), '-m', 'unittest', 'discover', '-s', folder, ...(isPackage ? ['-t', '.'] : [])];
}

function pytestIn(root: string): string[] {
  const manager = managerIn(root);
  return manager ? [...manager, 'pytest'] : [...pythonIn(root), '-m', 'pytest'];
}

/** Python with the project's packages. */
function pythonIn(root: string): string[] {
  const manager = managerIn(root);
  if (manager) return [...manager, 'python'];
  const own = ['.venv', 'venv'].map((folder) =>
    process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python'),
  );
  const python = own.find((name) => existsSync(join(root, name)));
  return [python ? join(root, python) : process.platform === 'win32' ? 'python' : 'python3'];
}

/** The tool that has the project's packages. */
function managerIn(root: string): string[] | undefined {
  const locks = { 'uv.lock': 'uv', 'poetry.lock': 'poetry', 'pdm.lock': 'pdm', 'Pipfile.lock': 'pipenv' };
  const tool = Object.entries(locks).find(([lock]) => existsSync(join(root, lock)))?.[1];
  return tool === undefined ? undefined : [tool, 'run'];
}
