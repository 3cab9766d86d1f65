import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { matchPath, parsePaths } from '../lessons/triggers/rule.ts';
import { wordsOf } from '../lessons/word-index.ts';

/** What is being worked on in a checkout. */
export interface WorkAtHand {
  /** Files that differ from the last commit, relative to the checkout. */
  changed: readonly string[];
  /** Words of the branch's name: `fix/berth-export` has two. */
  words: readonly string[];
}

/** A repository that takes longer than this is asked nothing: the agent waits. */
const PATIENCE_MS = 400;

/** Asks git, once in a session. Nothing where there is no git, or it takes too long. */
export function findWorkAtHand(checkout: string): WorkAtHand {
  const args = [
    '-C',
    checkout,
    '-c',
    'core.fsmonitor=false',
    '--no-optional-locks',
    'status',
    '--porcelain',
    '--branch',
    '-z',
    '-uno',
  ];
  // Windows looks for programs in the working folder first: it must not be the project, which may hold a git.exe of its own.
  const options = {
    cwd: dirname(process.execPath),
    timeout: PATIENCE_MS,
    maxBuffer: 1 << 18,
    stdio: 'pipe',
    windowsHide: true,
  } as const;
  const { status, stdout } = spawnSync('git', args, options);
  if (status !== 0) return { changed: [], words: [] };
  const [head = '', ...lines] = stdout.toString('utf8').split('\0');
  const branch = head.slice(3).split('...')[0] ?? '';
  return { changed: lines.map((line) => line.slice(3)), words: wordsOf(branch).flatMap((word) => word.split(/[-_.]/)) };
}

/** How near a lesson is to the work: 2 for one about a file that was changed, 1 for one that the branch is named after. */
export function nearnessOf(scope: readonly string[], text: string, { changed, words }: WorkAtHand): 0 | 1 | 2 {
  const globs = scope.flatMap((glob) => parsePaths(glob) ?? []);
  if (changed.some((path) => matchPath(globs, path))) return 2;
  const own = new Set(wordsOf(`${scope.join(' ')} ${text}`.toLowerCase()).flatMap((word) => word.split(/[-_.]/)));
  return words.some((word) => word.length >= SHORTEST && own.has(word.toLowerCase())) ? 1 : 0;
}

/** `fix` and `add` are in the names of all branches. */
const SHORTEST = 5;
