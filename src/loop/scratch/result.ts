import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { commitTree } from './carry-changes.ts';
import { runGit, tryGit } from './run-git.ts';
import { gitIn, listSubmodules, type Scratch } from './scratch.ts';
import type { Source } from './source.ts';

/** Applies a patch to the user's files, completely or not at all. It neither stages nor commits anything. */
export async function applyResult({ root }: Source, patchFile: string): Promise<void> {
  const args = ['apply', '--whitespace=nowarn', patchFile];
  const check = await tryGit(root, ['apply', '--check', ...args.slice(1)]);
  if (check.code !== 0)
    throw new AppError('conflict', `The result does not apply to the current files: ${firstLine(check.stderr)}`, {
      hint: `Nothing was changed. The patch is ${patchFile}.`,
    });
  await runGit(root, args);
}

/** Creates a branch from the result in the user's repository. Nothing is checked out, and an existing branch is not moved. */
export async function branchResult(
  source: Source,
  scratch: Scratch,
  result: { patch: Uint8Array; branch: string; message: string },
): Promise<void> {
  const { patch, branch, message } = result;
  const ref = `refs/heads/${branch}`;
  await requireFreeBranch(source, branch);
  const git = { GIT_INDEX_FILE: join(scratch.gitDir, 'hardwon-result') };
  await gitIn(scratch, ['read-tree', scratch.base], { git });
  // A branch contains no files of submodules.
  const without = listSubmodules(scratch).map((path) => `--exclude=${path.replace(/[\\*?[\]]/g, '\\$&')}/*`);
  // Without the files that the setup added.
  if (patch.length > 0)
    await gitIn(scratch, ['apply', '--cached', '--whitespace=nowarn', ...without, '-'], { git, input: patch });
  const tree = await gitIn(scratch, ['write-tree'], { git });
  const commit = await commitTree(scratch, tree, scratch.base, message);
  await gitIn(scratch, ['update-ref', 'refs/heads/hardwon-result', commit]);
  const fetch = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-auto-maintenance',
    '--no-recurse-submodules',
  ];
  const local = { git: { GIT_ALLOW_PROTOCOL: 'file' } };
  await runGit(source.root, [...fetch, scratch.gitDir, `refs/heads/hardwon-result:${ref}`], local);
}

/** Whether git accepts a text as the name of a branch. */
export async function isBranchName(source: Source, name: string): Promise<boolean> {
  return (await tryGit(source.root, ['check-ref-format', '--branch', name])).code === 0;
}

/** Refuses the name of an existing branch. */
export async function requireFreeBranch({ root }: Source, branch: string): Promise<void> {
  const taken = await tryGit(root, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  if (taken.code === 0)
    throw new AppError('conflict', `There is a branch ${branch} already.`, { hint: 'Name another one with --branch.' });
}

function firstLine(text: string): string {
  return (
    text
      .trim()
      .split('\n')[0]
      ?.replace(/^error: /, '')
      .slice(0, 300) ?? ''
  );
}
