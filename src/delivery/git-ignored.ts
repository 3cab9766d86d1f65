import { askGit, isInRepository } from './ask-git.ts';

/** Whether git would show this file as new. False without git or a repository. */
export async function isSeenByGit(path: string, folder: string): Promise<boolean> {
  return (await checkIgnore(path, folder)) === 1;
}

/** Whether git leaves this file out of commits. False without git or a repository. */
export async function isIgnoredByGit(path: string, folder: string): Promise<boolean> {
  return (await checkIgnore(path, folder)) === 0;
}

/** Returns the exit code of git. 0: ignored, 1: not ignored, 128: no repository. */
async function checkIgnore(path: string, folder: string): Promise<number | undefined> {
  if (!isInRepository(folder)) return undefined;
  return (await askGit(folder, ['check-ignore', '--quiet', '--', path])).code;
}

/** A rule by which git ignores a file. */
export interface IgnoreRule {
  /** The file that contains it, as git names it: relative to the folder if it is in the repository. */
  source: string;
  /** Its line there, counted from 1. */
  line: number;
  /** The rule as written. */
  pattern: string;
}

/** Returns the rule by which git ignores a path; undefined if none does, or if there is no repository. */
export async function findIgnoreRule(path: string, folder: string): Promise<IgnoreRule | undefined> {
  if (!isInRepository(folder)) return undefined;
  const { stdout } = await askGit(folder, ['check-ignore', '--verbose', '--no-index', '--', path]);
  const [, source, line, pattern] = /^(.+?):(\d+):(.*)\t/.exec(stdout) ?? [];
  // A path whose last matching rule begins with `!` is not ignored.
  if (source === undefined || pattern === undefined || pattern.startsWith('!')) return undefined;
  return { source, line: Number(line), pattern };
}
