import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { matchPath, parsePaths } from '../lessons/triggers/rule.ts';
import { indexedWords } from '../lessons/word-index.ts';
import { readRegularSync } from '../shared/regular-file.ts';

/** The current work in a checkout. */
interface WorkAtHand {
  /** Files that differ from the last commit, relative to the checkout. */
  changed: readonly string[];
  /** Words of the branch's name, and of the prompt if it is known: `fix/berth-export` has two. */
  words: readonly string[];
}

/** Finds the current work. Git is asked only if some lesson is about files: starting it takes a quarter of Node's own start. */
export async function findWorkAtHand(checkout: string, isAboutFiles: boolean, prompt = ''): Promise<WorkAtHand> {
  const changed = isAboutFiles ? (await import('./changed-files.ts')).listChangedFiles(checkout) : [];
  return { changed, words: [...new Set([...splitWords(readBranch(checkout)), ...wordsOfPrompt(prompt)])] };
}

/** Returns the words of the user's request. */
export function wordsOfPrompt(prompt = ''): string[] {
  return splitWords(prompt.slice(0, LONGEST_PROMPT));
}

function splitWords(text: string): string[] {
  return [...new Set(indexedWords(text).flatMap((word) => word.split(/[-_.]/)))];
}

/** The part of a prompt beyond this length is pasted text. */
const LONGEST_PROMPT = 4_000;

/** Reads the branch from git's own file. A worktree's file is where its `.git` points. */
function readBranch(checkout: string): string {
  try {
    const entry = join(checkout, '.git');
    const target = statSync(entry).isFile()
      ? /^gitdir: (.+)/.exec(readRegularSync(entry).toString('utf8'))?.[1]
      : entry;
    const head = readRegularSync(join(resolve(checkout, target ?? entry), 'HEAD')).toString('utf8');
    return /^ref: refs\/heads\/([^.\s]\S*)/.exec(head)?.[1] ?? '';
  } catch {
    return '';
  }
}

/** Returns how close a lesson is to the work: 2 for one about a changed file, 1 for one that the branch or the prompt names. */
export function nearnessOf(scope: readonly string[], text: string, { changed, words }: WorkAtHand): 0 | 1 | 2 {
  const globs = changed.length > 0 ? scope.flatMap((glob) => parsePaths(glob) ?? []) : [];
  if (changed.some((path) => matchPath(globs, path))) return 2;
  const telling = words.filter((word) => word.length >= SHORTEST);
  if (telling.length === 0) return 0;
  const own = new Set(indexedWords(`${scope.join(' ')} ${text}`.toLowerCase()).flatMap((word) => word.split(/[-_.]/)));
  return telling.some((word) => own.has(word.toLowerCase())) ? 1 : 0;
}

/** Shorter words are ignored: `fix` and `add` are in the names of all branches. */
const SHORTEST = 5;
