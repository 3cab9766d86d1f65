import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { askGit, isInRepository } from '../../delivery/ask-git.ts';
import { AppError } from '../../shared/errors.ts';
import { readRegular } from '../../shared/regular-file.ts';
import type { Work } from './review-work.ts';

/** Runs no program that the repository names, neither to show files nor to compare them. */
const DIFF = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--unified=5'];

/** Returns the changes in a checkout, including untracked files; or those of a range of commits. */
export async function readWorkDiff(root: string, range: string | undefined): Promise<Work> {
  if (!isInRepository(root))
    throw new AppError('not-found', `${root} is not in a git repository.`, {
      hint: 'Name a session instead: hardwon review latest',
    });
  if (range === undefined) return { kind: 'diff', name: 'uncommitted changes', text: await readUncommitted(root) };
  if (range.startsWith('-') || /[\s\0]/.test(range))
    throw new AppError('usage', `${range} is not a range of commits.`, {
      hint: 'For example: HEAD~3, main...HEAD or v1.2..v1.3',
    });
  return {
    kind: 'diff',
    name: range,
    text: await diff(root, ['--end-of-options', range], `git knows no range ${range} here.`),
  };
}

async function readUncommitted(root: string): Promise<string> {
  // Before the first commit there is no HEAD.
  const { code } = await askGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  const changed = await diff(root, [code === 0 ? 'HEAD' : '--cached'], 'git cannot list the uncommitted changes.');
  return [changed, ...(await readNewFiles(root))].filter((part) => part !== '').join('');
}

/** Far more than is reviewed: anything that git prints beyond it does not matter. */
const ENOUGH = 1_000_000;

/** Returns a diff, or as much of one as will ever be reviewed. A diff that fails is an error, not an empty one. */
async function diff(root: string, what: readonly string[], refusal: string): Promise<string> {
  const { code, stdout } = await askGit(root, [...DIFF, ...what, '--']);
  if (code === 0 || (code === undefined && stdout.length > ENOUGH)) return stdout;
  if (code !== undefined)
    throw new AppError('not-found', refusal, { hint: 'Name another range: HEAD~3, main...HEAD.' });
  throw new AppError('unreadable', 'git took too long to list the changes.', {
    hint: 'Name a smaller range: hardwon review --diff HEAD~1',
  });
}

/** Upper bounds: more new files, or larger ones, were not written by hand. */
const MOST_FILES = 100;
const LARGEST = 100_000;

/** Returns new files as a diff would show them once they are added. Links and files that are not text are left out. */
async function readNewFiles(root: string): Promise<string[]> {
  const { stdout } = await askGit(root, ['ls-files', '--others', '--exclude-standard', '-z']);
  const parts: string[] = [];
  for (const name of stdout.split('\0').filter(Boolean).slice(0, MOST_FILES)) {
    const path = join(root, name);
    const file = await lstat(path).catch(() => undefined);
    if (!file?.isFile() || file.size > LARGEST) continue;
    const text = (await readRegular(path, LARGEST).catch(() => '')).toString();
    if (text === '' || text.includes('\0') || text.includes('\uFFFD')) continue;
    const lines = text.replace(/\n$/, '').split('\n');
    parts.push(
      `--- /dev/null\n+++ b/${name}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`,
    );
  }
  return parts;
}
