import { appendFile, copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { exists } from '../../shared/files.ts';

/** Files that an attempt may leave in a git folder: locks, the state of unfinished operations, and logs. */
const LEFT_BEHIND = [
  ...['index.lock', 'HEAD.lock', 'config.lock', 'rebase-merge', 'rebase-apply', 'sequencer', 'logs'],
  ...['MERGE_HEAD', 'MERGE_MSG', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'BISECT_LOG'],
];

/** Settings of a repository that an attempt may change, as packages do that install hooks. */
const SETTINGS = ['config', join('info', 'exclude')];

/** Keeps a copy of the present settings of a git folder. */
export async function keepSettings(gitDir: string): Promise<void> {
  await mkdir(join(gitDir, 'info'), { recursive: true });
  await appendFile(join(gitDir, 'info', 'exclude'), '');
  for (const name of SETTINGS) await copyFile(join(gitDir, name), keptPath(gitDir, name));
}

/** Removes what an attempt left in a git folder, and restores its settings. */
export async function clearGitFolder(gitDir: string): Promise<void> {
  for (const left of LEFT_BEHIND) await rm(join(gitDir, left), { recursive: true, force: true });
  for (const name of SETTINGS)
    if (await exists(keptPath(gitDir, name))) await copyFile(keptPath(gitDir, name), join(gitDir, name));
}

function keptPath(gitDir: string, name: string): string {
  return join(gitDir, `hardwon-${basename(name)}`);
}
