import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { bundleBase, makeScratch } from '../../../src/loop/scratch/make-scratch.ts';
import { applyResult } from '../../../src/loop/scratch/result.ts';
import { readChange, resetScratch, type Scratch } from '../../../src/loop/scratch/scratch.ts';
import { describeSource } from '../../../src/loop/scratch/source.ts';
import { TestRepository } from './repository.ts';

const made: TestRepository[] = [];
afterEach(() => {
  for (const repository of made.splice(0)) repository.remove();
});

function create(...args: ConstructorParameters<typeof TestRepository>): TestRepository {
  const repository = new TestRepository(...args);
  made.push(repository);
  return repository;
}

/** A scratch checkout of a checkout, outside of the folder that a test may give an odd name. */
async function scratchOf(root: string, withChanges = false): Promise<Scratch> {
  const folder = mkdtempSync(join(create().top, 'run-'));
  return makeScratch({ source: await describeSource(root), folder, branch: 'hardwon/try', withChanges });
}

const read = (scratch: Scratch, path: string) => readFileSync(join(scratch.tree, path), 'utf8');
const gitIn = (folder: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** A clone beside a repository, as git makes it over a network. */
function cloneOf(repository: TestRepository, ...options: string[]): string {
  repository.git('config', 'uploadpack.allowFilter', 'true');
  repository.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  const clone = join(repository.top, 'clone');
  repository.git('clone', '--quiet', '--no-local', ...options, pathToFileURL(repository.root).href, clone);
  return clone;
}

/** Works in a scratch checkout, and sees that it begins anew and that the work applies to the files that it comes from. */
async function workOn(root: string, scratch: Scratch, path: string, text: string): Promise<void> {
  writeFileSync(join(scratch.tree, path), text);
  const { files, patch } = await readChange(scratch);
  expect(files).toEqual([path]);
  await resetScratch(scratch);
  expect((await readChange(scratch)).files).toEqual([]);
  const file = join(scratch.gitDir, 'result.patch');
  writeFileSync(file, patch);
  await applyResult(await describeSource(root), file);
  expect(readFileSync(join(root, path), 'utf8')).toBe(text);
}

// Git is run some dozen times for each.
describe('a scratch checkout of', { timeout: 120_000 }, () => {
  it('a partial clone has the files, asks no remote, and says what is missing', async () => {
    const repository = create();
    repository.write('apples.txt', 'two\n');
    repository.commit('second');
    const clone = cloneOf(repository, '--filter=blob:none');
    const stored = () => readdirSync(join(clone, '.git/objects'), { recursive: true }).sort();
    const before = stored();
    const scratch = await scratchOf(clone, true);
    await workOn(clone, scratch, 'apples.txt', 'three\n');
    const folder = mkdtempSync(join(repository.top, 'run-'));
    const source = await describeSource(clone);
    const from = { base: gitIn(clone, 'rev-parse', 'HEAD~1') };
    const older = makeScratch({ source, folder, branch: 'hardwon/try', withChanges: false, from });
    await expect(older).rejects.toMatchObject({ code: 'unreadable', hint: expect.stringContaining('partial clone') });
    expect(stored()).toEqual(before);
  });

  it('a repository with tags has them, so that its version can be told', async () => {
    const repository = create();
    repository.git('tag', 'v1.0.0');
    repository.git('tag', '--annotate', '--message', 'the second', 'v1.1.0');
    repository.write('later.txt', 'x');
    repository.commit('later');
    const described = repository.git('describe');
    expect(described).toMatch(/^v1\.1\.0-1-g/);
    const scratch = await scratchOf(repository.root);
    expect(gitIn(scratch.tree, 'describe')).toBe(described);
    expect(gitIn(scratch.tree, 'tag', '--list').split('\n')).toEqual(['v1.0.0', 'v1.1.0']);
    expect(gitIn(scratch.tree, 'rev-parse', 'v1.1.0^{commit}')).toBe(repository.git('rev-parse', 'HEAD~1'));
    gitIn(scratch.tree, 'tag', '--delete', 'v1.0.0');
    gitIn(scratch.tree, 'tag', 'v9');
    await resetScratch(scratch);
    expect(gitIn(scratch.tree, 'tag', '--list').split('\n')).toEqual(['v1.0.0', 'v1.1.0']);
    expect(repository.git('tag', '--list').split('\n')).toEqual(['v1.0.0', 'v1.1.0']);
  });

  it('a shallow clone works, and has as much history', async () => {
    const repository = create();
    repository.write('apples.txt', 'two\n');
    repository.commit('second');
    const clone = cloneOf(repository, '--depth=1');
    const scratch = await scratchOf(clone);
    expect(gitIn(scratch.tree, 'log', '--format=%s')).toBe('second');
    await workOn(clone, scratch, 'apples.txt', 'three\n');
  });

  it('a repository that borrows objects itself finds them, also by a relative path', async () => {
    const repository = create();
    const clone = join(repository.top, 'clone');
    repository.git('clone', '--quiet', '--shared', repository.root, clone);
    const alternates = join(clone, '.git/objects/info/alternates');
    expect(existsSync(alternates)).toBe(true);
    const way = relative(join(clone, '.git/objects'), join(repository.root, '.git/objects'));
    writeFileSync(alternates, `${way}\n`);
    expect(read(await scratchOf(clone, true), 'apples.txt')).toBe('one\n');
  });

  it('a linked worktree is of its own commit and files', async () => {
    const repository = create();
    const linked = join(repository.top, 'linked');
    repository.git('worktree', 'add', '--quiet', '-b', 'other', linked);
    writeFileSync(join(linked, 'apples.txt'), 'uncommitted\n');
    const before = repository.snapshot();
    const scratch = await scratchOf(linked, true);
    expect(read(scratch, 'apples.txt')).toBe('uncommitted\n');
    await workOn(linked, scratch, 'apples.txt', 'worked on\n');
    expect(repository.snapshot()).toEqual(before);
  });

  it('none is of a checkout whose .git leads into another one', async () => {
    const repository = create();
    const inside = join(repository.root, 'deep/guest');
    mkdirSync(inside, { recursive: true });
    gitIn(inside, 'init', '--quiet');
    gitIn(inside, 'config', 'core.worktree', repository.root);
    await expect(describeSource(inside)).rejects.toThrow('does not know about it');
    rmSync(join(inside, '.git'), { recursive: true });
    mkdirSync(join(inside, 'own'));
    for (const [name, text] of [
      ['.git', 'gitdir: own\n'],
      ['own/HEAD', 'ref: refs/heads/main\n'],
      ['own/commondir', `${repository.root}/.git\n`],
      ['own/gitdir', `${inside}/.git\n`],
    ] as const)
      writeFileSync(join(inside, name), text);
    await expect(describeSource(inside)).rejects.toThrow('does not know about it');
  });

  it('a repository with other hashes, or whose git folder lies elsewhere', async () => {
    for (const init of [['--object-format=sha256'], [`--separate-git-dir=${join(create().top, 'far.git')}`]]) {
      const repository = create(undefined, { init });
      await workOn(repository.root, await scratchOf(repository.root, true), 'apples.txt', 'two\n');
    }
  });

  it.skipIf(process.platform === 'win32')(
    'a repository in a folder with a line break, a quote and a colon in its name',
    async () => {
      const repository = create(undefined, { name: 'my\norchard: "é" \\#' });
      repository.write('apples.txt', 'uncommitted\n');
      const scratch = await scratchOf(repository.root, true);
      expect(read(scratch, 'apples.txt')).toBe('uncommitted\n');
      await workOn(repository.root, scratch, 'apples.txt', 'worked on\n');
    },
  );

  it('a sparse checkout has no more files than it', async () => {
    const repository = create({ 'near/here.txt': 'near\n', 'far/away.txt': 'far\n' });
    repository.git('sparse-checkout', 'set', 'near');
    const scratch = await scratchOf(repository.root);
    expect(existsSync(join(scratch.tree, 'far'))).toBe(false);
    await workOn(repository.root, scratch, 'near/here.txt', 'nearer\n');
    expect(existsSync(join(scratch.tree, 'far'))).toBe(false);
  });

  it('a repository without a commit needs its files, and can be made again', async () => {
    const repository = create();
    rmSync(join(repository.root, '.git'), { recursive: true });
    repository.git('init', '--quiet', '--initial-branch=main');
    await expect(scratchOf(repository.root)).rejects.toThrow('has no commit yet');
    const scratch = await scratchOf(repository.root, true);
    const bundle = join(repository.top, 'carried.bundle');
    expect(await bundleBase(scratch, undefined, bundle)).toBe(true);
    const folder = mkdtempSync(join(repository.top, 'again-'));
    const source = await describeSource(repository.root);
    const from = { base: scratch.base, bundle };
    const again = await makeScratch({ source, folder, branch: 'hardwon/try', withChanges: false, from });
    await workOn(repository.root, again, 'apples.txt', 'two\n');
  });
});

describe('a result keeps', () => {
  it('line endings, filters and modes as the repository wants them', async () => {
    const repository = create({
      '.gitattributes': '*.txt text eol=crlf\n*.secret filter=turn\n',
      'apples.txt': 'one\r\ntwo\r\n',
      'run.sh': '#!/bin/sh\n',
    });
    // What is stored is upper case, what is checked out lower case.
    const turn = (how: string) =>
      `"${process.execPath}" -e "process.stdin.on('data', (d) => process.stdout.write(String(d).to${how}Case()))"`;
    repository.git('config', 'filter.turn.clean', turn('Upper'));
    repository.git('config', 'filter.turn.smudge', turn('Lower'));
    repository.write('seed.secret', 'one\ntwo\n');
    repository.commit('filtered');
    expect(repository.git('show', 'HEAD:seed.secret')).toBe('ONE\nTWO');
    const scratch = await scratchOf(repository.root);
    expect([read(scratch, 'apples.txt'), read(scratch, 'seed.secret')]).toEqual(['one\r\ntwo\r\n', 'one\ntwo\n']);
    expect((await readChange(scratch)).files).toEqual([]);
    writeFileSync(join(scratch.tree, 'apples.txt'), 'one\r\nthree\r\n');
    writeFileSync(join(scratch.tree, 'seed.secret'), 'one\nthree\n');
    if (process.platform !== 'win32') chmodSync(join(scratch.tree, 'run.sh'), 0o755);
    const { patch } = await readChange(scratch);
    const file = join(repository.top, 'result.patch');
    writeFileSync(file, patch);
    await applyResult(await describeSource(repository.root), file);
    expect(readFileSync(join(repository.root, 'apples.txt'), 'utf8')).toBe('one\r\nthree\r\n');
    expect(readFileSync(join(repository.root, 'seed.secret'), 'utf8')).toBe('one\nthree\n');
    if (process.platform !== 'win32') expect(statSync(join(repository.root, 'run.sh')).mode & 0o111).toBe(0o111);
  });

  // Elsewhere both names are the same file, and git sees no change.
  it.skipIf(process.platform !== 'linux')('a file that was renamed by its case alone', async () => {
    const repository = create();
    const scratch = await scratchOf(repository.root);
    renameSync(join(scratch.tree, 'apples.txt'), join(scratch.tree, 'Apples.txt'));
    gitIn(scratch.tree, 'add', '--all');
    const { patch } = await readChange(scratch);
    await resetScratch(scratch);
    expect(readdirSync(scratch.tree)).toContain('apples.txt');
    const file = join(repository.top, 'result.patch');
    writeFileSync(file, patch);
    await applyResult(await describeSource(repository.root), file);
    expect(readdirSync(repository.root)).toContain('Apples.txt');
    expect(readdirSync(repository.root)).not.toContain('apples.txt');
  });
});
