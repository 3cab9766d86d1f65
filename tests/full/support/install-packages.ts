import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { promisify } from 'node:util';

/** Whether a file is there and can be run. */
export function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs packages of Debian, where we may; says whether it did. */
export async function installPackages(...names: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !canRun('/usr/bin/apt-get')) return false;
  console.log(`Installing ${names.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, timeout: 600_000, maxBuffer: 1 << 26 };
  await promisify(execFile)('apt-get', ['update', '-qq'], options);
  await promisify(execFile)('apt-get', ['install', '--yes', '--no-install-recommends', '-qq', ...names], options);
  return true;
}
