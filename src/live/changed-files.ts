import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

/** A repository that takes longer than this is asked nothing: the agent waits. */
const PATIENCE_MS = 400;

/** Asks git, once in a session. Nothing where there is no git, or it takes too long. */
export function listChangedFiles(checkout: string): string[] {
  const args = ['-C', checkout, '-c', 'core.fsmonitor=false', '--no-optional-locks', 'status', '--porcelain', '-z', '-uno'];
  // Windows looks for programs in the working folder first: it must not be the project, which may hold a git.exe of its own.
  const options = {
    cwd: dirname(process.execPath),
    timeout: PATIENCE_MS,
    maxBuffer: 1 << 18,
    stdio: 'pipe',
    windowsHide: true,
  } as const;
  const { status, stdout } = spawnSync('git', [...args, '--no-renames'], options);
  const lines = status === 0 ? stdout.toString('utf8').split('\0') : [];
  return lines.filter((line) => line !== '').map((line) => line.slice(3));
}
