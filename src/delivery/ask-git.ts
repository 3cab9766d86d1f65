import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What git said. */
export interface GitAnswer {
  /** Its exit code; undefined where it did not start, or was ended. */
  code: number | undefined;
  stdout: string;
}

/** Answers are lists of paths: more than this is a checkout that nobody works in. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

/** Asks git about a folder. Changes nothing: takes no locks, and starts no program that the repository names. */
export async function askGit(folder: string, args: readonly string[]): Promise<GitAnswer> {
  const quiet = ['-C', folder, '--no-optional-locks', '--no-pager', '-c', 'core.fsmonitor=false'];
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env;
  // Windows looks for programs in the working folder first: it must not be the project, which may hold a git.exe of its own.
  const options = { cwd: dirname(process.execPath), timeout: 5_000, maxBuffer: LONGEST_ANSWER, env, encoding: 'utf8' as const };
  return new Promise((done) =>
    execFile('git', [...quiet, ...args], options, (error, stdout) =>
      done({ code: error ? (typeof error.code === 'number' ? error.code : undefined) : 0, stdout }),
    ),
  );
}

/** Asked first, so that git is not started for nothing: many projects of old logs are gone from this machine. */
export function isInRepository(folder: string): boolean {
  if (!existsSync(folder)) return false;
  if (existsSync(join(folder, '.git'))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInRepository(parent);
}
