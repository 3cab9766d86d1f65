import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleBase, makeScratch } from '../../../src/loop/scratch/make-scratch.ts';
import { applyResult, branchResult } from '../../../src/loop/scratch/result.ts';
import { noteStart, readChange, resetScratch, type Scratch } from '../../../src/loop/scratch/scratch.ts';
import { describeSource } from '../../../src/loop/scratch/source.ts';
import { TestRepository } from './repository.ts';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.remove());

async function scratchOf(withChanges = false): Promise<Scratch> {
  const folder = mkdtempSync(join(repository.top, 'run-'));
  return makeScratch({ source: await describeSource(repository.root), folder, branch: 'hardwon/try', withChanges });
}

const inside = (scratch: Scratch, path: string) => readFileSync(join(scratch.tree, path), 'utf8');
const gitInside = (scratch: Scratch, ...args: string[]) =>
  execFileSync('git', args, { cwd: scratch.tree, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** What somebody may have left lying about, each by its name. */
const mess: Record<string, (at: TestRepository) => void> = {
  staged: (at) => {
    at.write('staged.txt', 'staged\n');
    at.git('add', 'staged.txt');
    at.write('staged.txt', 'staged, and changed since\n');
  },
  unstaged: (at) => at.write('apples.txt', 'two\n'),
  untracked: (at) => at.write('new folder/pears é.txt', 'pear\r\n'),
  ignored: (at) => at.write('trace.log', 'noise\n'),
  binary: (at) => at.write('seed.bin', Buffer.from([0, 255, 10, 13, 0])),
  mode: (at) => {
    at.write('run.sh', '#!/bin/sh\n');
    at.git('add', 'run.sh');
    chmodSync(join(at.root, 'run.sh'), 0o755);
  },
  removed: (at) => rmSync(join(at.root, '.gitignore')),
  stash: (at) => {
    at.write('stashed.txt', 'x\n');
    at.git('stash', 'push', '--quiet', '--include-untracked', '--', 'stashed.txt');
  },
  conflict: (at) => {
    at.git('checkout', '--quiet', '-b', 'other');
    at.write('plums.txt', 'theirs\n');
    at.commit('theirs');
    at.git('checkout', '--quiet', 'main');
    at.write('plums.txt', 'ours\n');
    at.git('add', 'plums.txt');
    at.git('commit', '--quiet', '--message', 'ours', '--only', 'plums.txt');
    try {
      at.git('merge', '--quiet', 'other');
    } catch {
      // It conflicts, as it should.
    }
  },
};

describe('a scratch checkout', () => {
  it('leaves every byte of the repository alone, whatever lies about in it and whatever is done in the scratch', async () => {
    const names = Object.keys(mess);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(names, { minLength: 1 }), fc.boolean(), async (chosen, withChanges) => {
        const own = new TestRepository();
        try {
          // A stash and a merge are possible only on clean files.
          const rank = (name: string) => ['stash', 'conflict'].indexOf(name) + 1 || 3;
          for (const name of [...chosen].sort((a, b) => rank(a) - rank(b))) mess[name]?.(own);
          const before = own.snapshot();
          const folder = mkdtempSync(join(own.top, 'run-'));
          const source = await describeSource(own.root);
          const scratch = await makeScratch({ source, folder, branch: 'hardwon/try', withChanges });
          writeFileSync(join(scratch.tree, 'work.txt'), 'done\n');
          gitInside(scratch, 'add', '--all');
          gitInside(scratch, 'stash', 'push', '--quiet');
          gitInside(scratch, 'config', 'core.hooksPath', '.husky');
          writeFileSync(join(scratch.tree, 'work.txt'), 'done\n');
          gitInside(scratch, 'add', '--all');
          gitInside(scratch, '-c', 'user.name=x', '-c', 'user.email=x@y', 'commit', '--quiet', '--message', 'work');
          gitInside(scratch, 'gc', '--quiet', '--prune=now');
          expect((await readChange(scratch)).files).toEqual(['work.txt']);
          await resetScratch(scratch);
          expect((await readChange(scratch)).files).toEqual([]);
          expect(own.snapshot()).toEqual(before);
        } finally {
          own.remove();
        }
      }),
      {
        numRuns: 4,
        seed: 20261116,
        examples: [
          [names, true],
          [names, false],
        ],
      },
    );
  });

  it('starts from the last commit, or from the files as they are', async () => {
    mess.unstaged?.(repository);
    mess.staged?.(repository);
    mess.untracked?.(repository);
    const committed = await scratchOf();
    expect(inside(committed, 'apples.txt')).toBe('one\n');
    expect(existsSync(join(committed.tree, 'staged.txt'))).toBe(false);
    const carried = await scratchOf(true);
    expect(inside(carried, 'apples.txt')).toBe('two\n');
    expect(inside(carried, 'staged.txt')).toBe('staged, and changed since\n');
    expect(inside(carried, 'new folder/pears é.txt')).toBe('pear\r\n');
    expect((await readChange(carried)).files).toEqual([]);
  });

  it('has no remote that work could be pushed to', async () => {
    repository.git('remote', 'add', 'origin', 'https://orchard.example/x.git');
    expect(gitInside(await scratchOf(), 'remote')).toBe('');
  });

  it('keeps the files out that a sparse checkout leaves out, without taking them for deleted', async () => {
    repository.write('far/away.txt', 'far\n');
    repository.write('near/here.txt', 'near\n');
    repository.commit('more');
    repository.git('sparse-checkout', 'set', 'near');
    expect(existsSync(join(repository.root, 'far/away.txt'))).toBe(false);
    const scratch = await scratchOf(true);
    const listed = gitInside(scratch, 'ls-tree', '-r', '--name-only', scratch.base).split('\n');
    expect(listed).toContain('far/away.txt');
    expect((await readChange(scratch)).files).toEqual([]);
  });

  it('sees what an attempt changed, whether it was committed or not, and begins anew', async () => {
    const scratch = await scratchOf();
    writeFileSync(join(scratch.tree, 'apples.txt'), 'three\n');
    writeFileSync(join(scratch.tree, 'seed.bin'), Buffer.from([0, 1, 2]));
    writeFileSync(join(scratch.tree, 'trace.log'), 'ignored\n');
    gitInside(scratch, 'checkout', '--quiet', '-b', 'elsewhere');
    gitInside(scratch, 'commit', '--quiet', '--all', '--message', 'mine');
    const change = await readChange(scratch);
    expect(change.files).toEqual(['apples.txt', 'seed.bin']);
    expect(change.diff).toContain('+three');
    expect(change.diff).toContain('Binary files');
    expect(change.patch.toString()).toContain('GIT binary patch');
    await resetScratch(scratch);
    expect(inside(scratch, 'apples.txt')).toBe('one\n');
    expect(gitInside(scratch, 'status', '--short', '--branch')).toBe('## hardwon/try');
  });

  it('sees the files of repositories that an attempt made in it, and leaves these as they are', async () => {
    const scratch = await scratchOf();
    for (const path of ['pier', 'pier/inner', 'empty']) {
      mkdirSync(join(scratch.tree, path));
      execFileSync('git', ['init', '--quiet', join(scratch.tree, path)]);
      writeFileSync(join(scratch.tree, path, 'plank.txt'), 'wood\n');
    }
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@orchard.example'];
    execFileSync('git', ['-C', join(scratch.tree, 'pier'), 'add', 'plank.txt']);
    execFileSync('git', ['-C', join(scratch.tree, 'pier'), ...identity, 'commit', '--quiet', '--message', 'mine']);
    expect((await readChange(scratch)).files).toEqual(['empty/plank.txt', 'pier/inner/plank.txt', 'pier/plank.txt']);
    for (const path of ['pier', 'pier/inner', 'empty'])
      expect(existsSync(join(scratch.tree, path, '.git/HEAD'))).toBe(true);
    await resetScratch(scratch);
    expect(existsSync(join(scratch.tree, 'pier'))).toBe(false);
  });

  it('leaves out a repository in that of the user which has no commit', async () => {
    mkdirSync(join(repository.root, 'draft'));
    execFileSync('git', ['init', '--quiet', join(repository.root, 'draft')]);
    repository.write('draft/idea.txt', 'one\n');
    repository.write('mine.txt', 'two\n');
    const before = repository.snapshot();
    const folder = mkdtempSync(join(repository.top, 'scratch-'));
    const heard: string[] = [];
    const source = await describeSource(repository.root);
    const scratch = await makeScratch({
      ...{ source, folder, branch: 'hardwon/try', withChanges: true },
      tell: (notice) => heard.push(notice),
    });
    expect(inside(scratch, 'mine.txt')).toBe('two\n');
    expect(heard).toEqual(['draft is left out: it is a separate repository without a commit']);
    expect(repository.snapshot()).toEqual(before);
  });

  it('is reset with branches, tags, stash, settings and history as they were', async () => {
    const scratch = await noteStart(await scratchOf());
    const state = () => [
      gitInside(scratch, 'for-each-ref', '--format=%(refname) %(objectname)'),
      gitInside(scratch, 'config', '--local', '--list'),
      gitInside(scratch, 'reflog').split('\n').length,
    ];
    await resetScratch(scratch);
    const before = state();
    gitInside(scratch, 'checkout', '--quiet', '-b', 'pears');
    writeFileSync(join(scratch.tree, 'apples.txt'), 'three\n');
    gitInside(scratch, 'commit', '--quiet', '--all', '--message', 'mine');
    gitInside(scratch, 'tag', 'ripe');
    writeFileSync(join(scratch.tree, 'apples.txt'), 'four\n');
    gitInside(scratch, 'stash', '--quiet');
    gitInside(scratch, 'config', 'core.hooksPath', '.husky');
    await resetScratch(scratch);
    expect(state()).toEqual(before);
    expect(gitInside(scratch, 'checkout', '--quiet', '-b', 'pears')).toBe('');
  });

  it('is not reset where something else took its place', async () => {
    const before = repository.snapshot();
    const scratch = await scratchOf();
    rmSync(scratch.tree, { recursive: true });
    await expect(resetScratch(scratch)).rejects.toThrow('is no longer the scratch checkout');
    symlinkSync(repository.root, scratch.tree, 'junction');
    await expect(resetScratch(scratch)).rejects.toThrow('is no longer the scratch checkout');
    expect(repository.snapshot()).toEqual(before);
  });

  it('can be made again from what an earlier run carried along', async () => {
    mess.unstaged?.(repository);
    const first = await scratchOf(true);
    const bundle = join(repository.top, 'carried.bundle');
    const source = await describeSource(repository.root);
    expect(await bundleBase(first, source.head, bundle)).toBe(true);
    repository.git('checkout', '--quiet', '--', 'apples.txt');
    const folder = mkdtempSync(join(repository.top, 'again-'));
    const from = { base: first.base, bundle };
    const again = await makeScratch({ source, folder, branch: 'hardwon/try', withChanges: true, from });
    expect(inside(again, 'apples.txt')).toBe('two\n');
  });

  it('works on a folder of a repository, and says so where there is none', async () => {
    mkdirSync(join(repository.root, 'api'));
    expect(await describeSource(join(repository.root, 'api'))).toMatchObject({ root: repository.root, prefix: 'api/' });
    await expect(describeSource(repository.top)).rejects.toThrow('is not in a git repository');
    await expect(describeSource(join(repository.top, 'none'))).rejects.toThrow('There is no folder');
  });
});

describe('the result of a run', () => {
  async function attempt(withChanges = false): Promise<{ scratch: Scratch; patch: Uint8Array; file: string }> {
    const scratch = await scratchOf(withChanges);
    writeFileSync(join(scratch.tree, 'apples.txt'), `${inside(scratch, 'apples.txt')}more\n`);
    writeFileSync(join(scratch.tree, 'seed.bin'), Buffer.from([0, 1, 2]));
    const { patch } = await readChange(scratch);
    const file = join(repository.top, 'result.patch');
    writeFileSync(file, patch);
    return { scratch, patch, file };
  }

  it('is applied to the files and to nothing else', async () => {
    mess.staged?.(repository);
    const { file } = await attempt();
    const index = readFileSync(join(repository.root, '.git/index'));
    await applyResult(await describeSource(repository.root), file);
    expect(readFileSync(join(repository.root, 'apples.txt'), 'utf8')).toBe('one\nmore\n');
    expect(readFileSync(join(repository.root, 'seed.bin'))).toEqual(Buffer.from([0, 1, 2]));
    expect(readFileSync(join(repository.root, '.git/index'))).toEqual(index);
    expect(repository.git('log', '--format=%s')).toBe('start');
  });

  it('is applied wholly or not at all', async () => {
    const { file } = await attempt();
    mess.unstaged?.(repository);
    const before = repository.snapshot();
    await expect(applyResult(await describeSource(repository.root), file)).rejects.toThrow('does not apply');
    expect(repository.snapshot()).toEqual(before);
  });

  it('applies to work that was carried along', async () => {
    mess.unstaged?.(repository);
    const { file } = await attempt(true);
    await applyResult(await describeSource(repository.root), file);
    expect(readFileSync(join(repository.root, 'apples.txt'), 'utf8')).toBe('two\nmore\n');
  });

  it('holds files that are not UTF-8 byte for byte, applied and as a branch', async () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    writeFileSync(join(repository.root, 'pears.txt'), latin('caf\u00e9\none\ngr\u00fc\u00dfe\n'));
    repository.commit('in another encoding');
    const scratch = await scratchOf();
    writeFileSync(join(scratch.tree, 'pears.txt'), latin('caf\u00e9\ntw\u00f6\ngr\u00fc\u00dfe\n'));
    writeFileSync(join(scratch.tree, 'plums.txt'), latin('\u00fcber\n'));
    const { patch } = await readChange(scratch);
    const file = join(repository.top, 'result.patch');
    writeFileSync(file, patch);
    const source = await describeSource(repository.root);
    await branchResult(source, scratch, { patch, branch: 'hardwon/pears', message: 'Two' });
    await applyResult(source, file);
    expect(readFileSync(join(repository.root, 'pears.txt'))).toEqual(latin('caf\u00e9\ntw\u00f6\ngr\u00fc\u00dfe\n'));
    expect(readFileSync(join(repository.root, 'plums.txt'))).toEqual(latin('\u00fcber\n'));
    repository.git('add', '--all');
    expect(repository.git('diff', '--cached', '--stat', 'hardwon/pears')).toBe('');
  });

  it('becomes a branch that nothing else knows of', async () => {
    const { scratch, patch } = await attempt();
    const source = await describeSource(repository.root);
    const before = repository.snapshot();
    await branchResult(source, scratch, { patch, branch: 'hardwon/apples', message: 'More apples' });
    expect(repository.git('log', '--format=%s', 'hardwon/apples')).toBe('More apples\nstart');
    expect(repository.git('show', 'hardwon/apples:apples.txt')).toBe('one\nmore');
    expect(repository.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
    const after = repository.snapshot();
    const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
    expect(changed.filter((path) => !/^\.git\/(?:objects|(?:logs\/)?refs\/heads\/hardwon)/.test(path))).toEqual([]);
    const again = branchResult(source, scratch, { patch, branch: 'hardwon/apples', message: 'More' });
    await expect(again).rejects.toThrow('There is a branch hardwon/apples already');
  });
});
