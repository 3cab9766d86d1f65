import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether git would show this file as new. False where there is no git, or no repository. */
export async function isSeenByGit(path: string, folder: string): Promise<boolean> {
  return (await checkIgnore(path, folder)) === 1;
}

/** Whether git leaves this file out of commits. False where there is no git, or no repository. */
export async function isIgnoredByGit(path: string, folder: string): Promise<boolean> {
  return (await checkIgnore(path, folder)) === 0;
}

/** The exit code of git. 0: ignored, 1: not ignored, 128: no repository. */
async function checkIgnore(path: string, folder: string): Promise<number | undefined> {
  if (!isInRepository(folder)) return undefined;
  const args = ['-C', folder, '-c', 'core.fsmonitor=false', 'check-ignore', '--quiet', '--', path];
  // Windows looks for programs in the working folder first: it must not be the project, which may hold a git.exe of its own.
  const options = { cwd: dirname(process.execPath), timeout: 5_000 };
  return new Promise((done) => {
    execFile('git', args, options, (error) => done(error ? (typeof error.code === 'number' ? error.code : undefined) : 0));
  });
}

/** Starting git takes 10 to 30 ms, and most projects of old logs are gone from this machine. */
function isInRepository(folder: string): boolean {
  if (!existsSync(folder)) return false;
  if (existsSync(join(folder, '.git'))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInRepository(parent);
}
