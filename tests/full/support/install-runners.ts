import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { canRun, installPackages } from './install-packages.ts';

const repository = resolve(import.meta.dirname, '../../..');
const wanted = join(repository, 'tests/full/runners/package.json');

/** Kept between runs, ignored by git. */
const folder = join(repository, '.full/runners');
const stamp = join(folder, 'installed.txt');

const PYTEST = 'pytest==9.1.1';
const isWindows = process.platform === 'win32';

/** The folder of packages with jest and mocha. */
export const runnerModules = join(folder, 'node_modules');

/** The environment of Python that has pytest. */
export const pythonFolder = join(folder, 'python');

const python = join(pythonFolder, isWindows ? 'Scripts/python.exe' : 'bin/python');

/** Before all tests: installs runners of tests at their pinned versions, unless they are there. Python comes with the system. */
export async function setup(): Promise<void> {
  const manifest = `${await readFile(wanted, 'utf8')}${PYTEST}\n`;
  if ((await readFile(stamp, 'utf8').catch(() => '')) === manifest && canRun(python)) return;
  console.log(`Installing runners of tests into ${folder}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await copyFile(wanted, join(folder, 'package.json'));
  const options = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...options]);
  // Debian's Python has no module for this unless it is asked for.
  if (!(await makePython()) && (await installPackages('python3', 'python3-venv'))) await makePython();
  if (!canRun(python))
    throw new Error(
      'The loop is tested with pytest, and there is no Python with venv. Install it: apt-get install python3-venv',
    );
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', PYTEST]);
  await writeFile(stamp, manifest);
}

async function makePython(): Promise<boolean> {
  return run(isWindows ? 'python' : 'python3', ['-m', 'venv', '--clear', pythonFolder]).then(
    () => true,
    () => false,
  );
}

async function run(program: string, args: string[]): Promise<void> {
  // On Windows npm is a batch file, which only a shell can start.
  await promisify(execFile)(program, args, { cwd: folder, timeout: 600_000, shell: program === 'npm' && isWindows });
}
