import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors.ts';

/** Options for running git. */
interface GitOptions {
  /** Git's own variables, such as GIT_INDEX_FILE; those of this process are ignored. */
  git?: Record<string, string>;
  /** Its standard input. */
  input?: string | Uint8Array;
}

/** Upper bound: diffs of generated files are long, and nobody reads more than this. */
const LONGEST_ANSWER = 256 * 1024 * 1024;

/**
 * Starts nothing of the repository (hooks, a file monitor) except its filters, without which files are not what the agent and the
 * tests need; the user asked for both to be run here. Nothing is garbage-collected behind the user's back, and no prompt waits
 * for a person.
 */
const QUIET = [
  '--no-pager',
  ...[
    'core.fsmonitor=false',
    'core.pager=cat',
    'core.editor=true',
    'core.sshCommand=false',
    'core.askPass=true',
    'credential.helper=',
    'gpg.program=false',
    'commit.gpgSign=false',
    'core.untrackedCache=false',
    'core.splitIndex=false',
    'submodule.recurse=false',
    'gc.auto=0',
    'maintenance.auto=false',
  ].flatMap((setting) => ['-c', setting]),
  ...['-c', `core.hooksPath=${devNull}`, '-c', 'core.safecrlf=false', '-c', 'advice.addEmbeddedRepo=false'],
];

/**
 * Makes git write only what it is asked to, ask nobody, and contact no remote: a partial clone would silently fetch from its own.
 */
const ALONE = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  LC_ALL: 'C',
};

/** Runs git and returns its output without the last line break. A refusal is an error in git's words. */
export async function runGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  return toText(await readGit(folder, args, options)).replace(/\n$/, '');
}

/** The same byte for byte: not every file is UTF-8, and patches of its lines must keep its bytes. */
export async function readGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<Uint8Array> {
  const { code, stdout, stderr } = await execGit(folder, args, options);
  if (code === 0) return stdout;
  const reason = stderr.trim().split('\n').slice(-3).join('; ').slice(0, 600);
  const hint = MISSING.test(stderr)
    ? `Objects are missing, as in a partial clone, and hardwon does not contact the remote. Let git fetch them once, in your checkout: git archive --output=${devNull} HEAD`
    : undefined;
  throw new AppError(
    'unreadable',
    `git ${args.find((word) => !word.startsWith('-')) ?? ''} failed in ${folder}: ${reason}`,
    hint === undefined ? {} : { hint },
  );
}

/** Git's messages about a missing object. */
const MISSING =
  /promisor remote|unable to read (?:sha1 file|tree|[\da-f]{40})|missing (?:blob|tree|commit|object)|bad tree object|could not parse commit/i;

/** Runs git for questions whose answer may be no. */
export async function tryGit(
  folder: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<{ code: number | undefined; stdout: string; stderr: string }> {
  const { stdout, ...end } = await execGit(folder, args, options);
  return { ...end, stdout: toText(stdout) };
}

/** Returns bytes as a text without copying them. */
export function toText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
}

function execGit(
  folder: string,
  args: readonly string[],
  { git = {}, input }: GitOptions,
): Promise<{ code: number | undefined; stdout: Uint8Array; stderr: string }> {
  const env = { ...withoutGit(process.env), ...ALONE, ...git };
  // Windows searches the working directory for programs first: it must not be the project, which may contain its own git.exe.
  const settings = { cwd: dirname(process.execPath), maxBuffer: LONGEST_ANSWER, env, encoding: 'buffer' as const };
  return new Promise((done, fail) => {
    const child = execFile('git', ['-C', folder, ...QUIET, ...args], settings, (error, stdout, stderr) => {
      if (error && 'code' in error && error.code === 'ENOENT')
        fail(
          new AppError('not-found', 'git is not installed.', {
            hint: 'Install it: attempts run in a scratch checkout.',
          }),
        );
      else
        done({
          code: error ? (typeof error.code === 'number' ? error.code : undefined) : 0,
          stdout,
          stderr: stderr.toString('utf8'),
        });
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}

/**
 * Returns the environment without variables that would point git elsewhere: a hook that runs us sets GIT_DIR and GIT_INDEX_FILE.
 */
function withoutGit(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^GIT_(?!SSH|ASKPASS|EXEC_PATH|LFS)/.test(name)));
}
