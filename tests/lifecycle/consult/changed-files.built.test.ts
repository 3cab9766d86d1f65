import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listTouchedFiles } from '../../../src/lifecycle/consult/changed-files.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-changed-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function git(...args: string[]): Promise<void> {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false'];
  // Neither the machine's configuration nor its hooks.
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: join(root, 'no-git-config') };
  await promisify(execFile)('git', [...identity, ...args], { cwd: root, env });
}

async function write(path: string, text = 'text\n'): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

async function begin(branch = 'main'): Promise<void> {
  await git('init', '--quiet', `--initial-branch=${branch}`);
  for (const path of ['kept.ts', 'edited.ts', 'staged.ts', 'gone.ts', 'old name.ts']) await write(path, `${path}\n`);
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'Begin');
}

const listed = async () => (await listTouchedFiles(root)).files.sort();

describe('listChangedFiles', () => {
  it('finds what is staged, unstaged, new, renamed and gone', async () => {
    await begin();
    await write('edited.ts', 'other\n');
    await write('staged.ts', 'other\n');
    await git('add', 'staged.ts');
    await rm(join(root, 'gone.ts'));
    await rename(join(root, 'old name.ts'), join(root, 'größe.ts'));
    await git('add', '--all', 'old name.ts', 'größe.ts');
    await write('new/deep/file.ts');
    await write('.memory/harness-learnings.md');
    expect(await listed()).toEqual([
      'edited.ts',
      'gone.ts',
      'größe.ts',
      'new/deep/file.ts',
      'old name.ts',
      'staged.ts',
    ]);
  });

  it.each(['main', 'master'])('finds what the commits changed that %s does not have', async (branch) => {
    await begin(branch);
    await git('switch', '--quiet', '--create', 'berths');
    await write('src/berths.ts');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'Add berths');
    await git('switch', '--quiet', branch);
    await write('elsewhere.ts');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'Add another');
    await git('switch', '--quiet', 'berths');
    await write('src/tide.ts');
    expect(await listed()).toEqual(['src/berths.ts', 'src/tide.ts']);
  });

  it('compares with the default branch of the remote where it is known', async () => {
    await begin();
    await git('update-ref', 'refs/remotes/origin/trunk', 'HEAD');
    await git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
    await write('not-pushed.ts');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'Not pushed yet');
    expect(await listed()).toEqual(['not-pushed.ts']);
  });

  it('works before the first commit', async () => {
    await git('init', '--quiet');
    await write('first.ts');
    expect(await listed()).toEqual(['first.ts']);
  });

  it('takes no more than a task can be about', async () => {
    await begin();
    await mkdir(join(root, 'many'));
    for (let index = 0; index < 1_001; index++) await writeFile(join(root, `many/${index}.txt`), '');
    const { files, isCut } = await listTouchedFiles(root);
    expect([files.length, isCut]).toEqual([1_000, true]);
  });

  it('finds nothing outside a repository', async () => {
    await write('file.ts');
    expect(await listTouchedFiles(root)).toEqual({ files: [], isCut: false });
  });
});
