import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gitEnvironment, LIST_SETTINGS } from '../shared/git-environment.ts';

/** The answer of git. */
interface GitAnswer {
  /** Its exit code; undefined if it did not start, or was terminated. */
  code: number | undefined;
  stdout: string;
}

/** Answers are lists of paths: a longer one comes from a checkout in which nobody works. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

/** Runs git in a folder. It changes nothing: it takes no locks, and starts no program that the repository names. */
export async function askGit(folder: string, args: readonly string[]): Promise<GitAnswer> {
  const top = findTop(folder);
  if (top === undefined) return { code: undefined, stdout: '' };
  const { code, stdout } = await execGit(folder, LIST_SETTINGS, gitEnvironment(top, process.env));
  // Without the names of its filters a repository cannot be queried safely.
  if (code !== 0) return { code, stdout: '' };
  return execGit(folder, args, gitEnvironment(top, process.env, stdout));
}

function execGit(folder: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<GitAnswer> {
  // Windows looks for programs in the working directory first: it must not be the project, which may contain a git.exe of its
  // own.
  const options = {
    cwd: dirname(process.execPath),
    timeout: 5_000,
    maxBuffer: LONGEST_ANSWER,
    env,
    encoding: 'utf8' as const,
  };
  return new Promise((done) =>
    execFile('git', ['-C', folder, '--no-pager', ...args], options, (error, stdout) =>
      done({ code: error ? (typeof error.code === 'number' ? error.code : undefined) : 0, stdout }),
    ),
  );
}

/**
 * Whether a folder is in a repository. Checked first, so that git is not started for nothing: many projects of old logs are gone
 * from this machine.
 */
export function isInRepository(folder: string): boolean {
  return findTop(folder) !== undefined;
}

/** Returns the checkout that contains a folder. */
function findTop(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findTop(parent);
}
