import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DetectedTests } from './detect-tests.ts';

/** pytest, where a file of the project speaks of it: its own settings, those of tox, or tests by its names. */
export async function detectPython(root: string): Promise<DetectedTests | undefined> {
  for (const [name, sign] of SIGNS) {
    const text = await readFile(join(root, name), 'utf8').catch(() => undefined);
    if (text !== undefined && sign.test(text)) return { framework: 'pytest', command: commandIn(root), source: name };
  }
  for (const folder of ['tests', 'test', '.']) {
    const test = (await readdir(join(root, folder)).catch(() => [])).find((name) => /^test_.*\.py$|_test\.py$/.test(name));
    if (test !== undefined)
      return { framework: 'pytest', command: commandIn(root), source: folder === '.' ? test : `${folder}/${test}` };
  }
  return undefined;
}

const SIGNS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['pytest.ini', /(?:)/],
  ['.pytest.ini', /(?:)/],
  ['pyproject.toml', /^\s*\[tool\.pytest\b|["'\s]pytest\b/m],
  ['tox.ini', /^\[pytest\]|\bpytest\b/m],
  ['setup.cfg', /^\[tool:pytest\]/m],
  ['conftest.py', /(?:)/],
];

/** By the tool that has the project's packages. */
function commandIn(root: string): string[] {
  const has = (name: string) => existsSync(join(root, name));
  if (has('uv.lock')) return ['uv', 'run', 'pytest'];
  if (has('poetry.lock')) return ['poetry', 'run', 'pytest'];
  if (has('pdm.lock')) return ['pdm', 'run', 'pytest'];
  if (has('Pipfile.lock')) return ['pipenv', 'run', 'pytest'];
  const own = ['.venv', 'venv'].map((folder) =>
    process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python'),
  );
  const python = own.find(has);
  return [python ? join(root, python) : process.platform === 'win32' ? 'python' : 'python3', '-m', 'pytest'];
}
