import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors.ts';

/** How git is run. */
export interface GitOptions {
  /** Variables of git's own, such as GIT_INDEX_FILE; those of this process do not count. */
  git?: Record<string, string>;
  /** What it reads. */
  input?: string;
}

/** Diffs of generated files are long; more than this is not for people to read. */
const LONGEST_ANSWER = 256 * 1024 * 1024;

/**
 * Nothing of the repository is started (hooks, a file monitor), nothing is tidied up behind the user's back, and no question waits for a
 * person.
 */
const QUIET = [
  '--no-pager',
  ...[
    'core.fsmonitor=false',
    'core.untrackedCache=false',
    'core.splitIndex=false',
    'gc.auto=0',
    'maintenance.auto=false',
  ].flatMap((setting) => ['-c', setting]),
  ...['-c', `core.hooksPath=${devNull}`, '-c', 'core.safecrlf=false', '-c', 'advice.addEmbeddedRepo=false'],
];

/** Runs git and gives what it says, without the last line break. What it refuses is an error in its words. */
export async function runGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await tryGit(folder, args, options);
  if (code === 0) return stdout.replace(/\n$/, '');
  const reason = stderr.trim().split('\n').slice(-3).join('; ').slice(0, 600);
  throw new AppError('unreadable', `git ${args.find((word) => !word.startsWith('-')) ?? ''} failed in ${folder}: ${reason}`);
}

/** The same, for questions whose answer may be no. */
export function tryGit(
  folder: string,
  args: readonly string[],
  { git = {}, input }: GitOptions = {},
): Promise<{ code: number | undefined; stdout: string; stderr: string }> {
  const env = { ...withoutGit(process.env), GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...git };
  // Windows looks for programs in the working folder first: it must not be the project, which may hold a git.exe of its own.
  const settings = { cwd: dirname(process.execPath), maxBuffer: LONGEST_ANSWER, env, encoding: 'utf8' as const };
  return new Promise((done, fail) => {
    const child = execFile('git', ['-C', folder, ...QUIET, ...args], settings, (error, stdout, stderr) => {
      if (error && 'code' in error && error.code === 'ENOENT')
        fail(
          new AppError('not-found', 'There is no git here.', { hint: 'Install it: attempts are made in a scratch checkout.' }),
        );
      else done({ code: error ? (typeof error.code === 'number' ? error.code : undefined) : 0, stdout, stderr });
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}

/** The environment without what would point git elsewhere: a hook that runs us sets GIT_DIR and GIT_INDEX_FILE. */
export function withoutGit(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^GIT_(?!SSH|ASKPASS|EXEC_PATH|LFS)/.test(name)));
}
