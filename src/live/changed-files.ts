import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { gitEnvironment, LIST_SETTINGS } from '../shared/git-environment.ts';

/** Timeout for git: a slower repository is not queried, because the agent is waiting. */
const PATIENCE_MS = 400;

/** Asks git, once in a session. Empty if there is no git, or it takes too long. Starts nothing that the repository names. */
export function listChangedFiles(checkout: string): string[] {
  const deadline = Date.now() + PATIENCE_MS;
  const settings = ask(checkout, LIST_SETTINGS, gitEnvironment(checkout, process.env), deadline);
  if (settings === undefined) return [];
  const args = ['status', '--porcelain', '-z', '-uno', '--no-renames', '--ignore-submodules=dirty'];
  const said = ask(checkout, args, gitEnvironment(checkout, process.env, settings), deadline) ?? '';
  return said
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => line.slice(3));
}

function ask(checkout: string, args: readonly string[], env: NodeJS.ProcessEnv, deadline: number): string | undefined {
  // Windows searches for programs in the working directory first: it must not be the project, which may contain its own git.exe.
  const { status, stdout } = spawnSync('git', ['-C', checkout, '--no-pager', ...args], {
    cwd: dirname(process.execPath),
    env,
    timeout: Math.max(1, deadline - Date.now()),
    maxBuffer: 1 << 18,
    stdio: 'pipe',
    windowsHide: true,
  });
  return status === 0 ? stdout.toString('utf8') : undefined;
}
