import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const repository = resolve(import.meta.dirname, '../../..');
const wanted = join(repository, 'tests/full/clients/package.json');

/** Kept between runs, ignored by git. */
const folder = join(repository, '.full/clients');
const stamp = join(folder, 'installed.json');

/** Packages whose install script puts the program for this platform in its place. No other install script is run: one would compile. */
const FINISHING: Readonly<Record<string, string>> = {
  '@anthropic-ai/claude-code': 'install.cjs',
  'opencode-ai': 'postinstall.mjs',
};

/** A file of an installed client. */
export function clientFile(name: string, ...path: string[]): string {
  return join(folder, 'node_modules', name, ...path);
}

/** Before all tests: installs the clients at their pinned versions, 1.3 GB in half a minute, unless they are there. */
export async function setup(): Promise<void> {
  const manifest = await readFile(wanted, 'utf8');
  if ((await readFile(stamp, 'utf8').catch(() => '')) !== manifest) await install(manifest);
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  for (const [name, version] of Object.entries(dependencies)) {
    const installed = JSON.parse(await readFile(clientFile(name, 'package.json'), 'utf8')) as { version: string };
    if (installed.version !== version)
      throw new Error(`${name} is ${installed.version}, not ${version}: remove ${folder}`);
  }
}

async function install(manifest: string): Promise<void> {
  console.log(`Installing the clients into ${folder}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await copyFile(wanted, join(folder, 'package.json'));
  // Claude Code's package asks for Node 22; what it installs is a native program that needs no Node.
  const options = [
    '--ignore-scripts',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--engine-strict=false',
    '--loglevel=error',
  ];
  await run('npm', ['install', ...options], folder);
  for (const [name, script] of Object.entries(FINISHING)) await run(process.execPath, [script], clientFile(name));
  await writeFile(stamp, manifest);
}

async function run(program: string, args: string[], cwd: string): Promise<void> {
  // On Windows npm is a batch file, which only a shell can start.
  await promisify(execFile)(program, args, {
    cwd,
    timeout: 600_000,
    shell: program === 'npm' && process.platform === 'win32',
  });
}
