import { askGit, isInRepository } from '../../delivery/ask-git.ts';
import { AppError } from '../../shared/errors.ts';
import type { Work } from './review-work.ts';

/** What is changed in a checkout, or in a range of its commits. New files that git does not know yet are named by git only when added. */
export async function readDiff(root: string, range: string | undefined): Promise<Work> {
  if (!isInRepository(root))
    throw new AppError('not-found', `${root} is not in a git repository.`, {
      hint: 'Name a session instead: hardwon review latest',
    });
  if (range !== undefined && (range.startsWith('-') || /[\s\0]/.test(range)))
    throw new AppError('usage', `${range} is no range of commits.`, { hint: 'Such as HEAD~3, main...HEAD or v1.2..v1.3.' });
  // No program that the repository names: neither for showing files nor for comparing them.
  const args = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--unified=5', '--end-of-options', range ?? 'HEAD', '--'];
  const { code, stdout } = await askGit(root, args);
  if (code !== 0)
    throw new AppError('not-found', `git has no changes for ${range ?? 'HEAD'}.`, {
      hint: 'Name a range that it knows: HEAD~3, main...HEAD.',
    });
  return { kind: 'diff', name: range ?? 'what is not committed', text: stdout };
}
