import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { carryDependencies } from '../../../src/loop/scratch/dependencies.ts';
import { bundleBase, makeScratch } from '../../../src/loop/scratch/make-scratch.ts';
import { mapCheckout } from '../../../src/loop/scratch/path-map.ts';
import { applyResult, branchResult } from '../../../src/loop/scratch/result.ts';
import {
  listSubmodules,
  noteStart,
  readChange,
  resetScratch,
  type Scratch,
} from '../../../src/loop/scratch/scratch.ts';
import { describeSource } from '../../../src/loop/scratch/source.ts';
import { TestRepository } from './repository.ts';

/** A project with a submodule in a folder with a blank, which has one itself; and one that is not checked out. */
let repository: TestRepository;
let others: TestRepository[];
beforeEach(() => {
  const seeds = new TestRepository({ 'seeds.txt': 'seeds\n' });
  const core = new TestRepository({ 'core.txt': 'one\n', '.gitignore': 'node_modules\n' });
  repository = new TestRepository();
  others = [seeds, core];
  const add = (to: TestRepository, of: TestRepository, path: string) => {
    to.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', of.root, path);
    to.commit('with a part');
  };
  add(core, seeds, 'seeds');
  add(repository, core, 'libs/the core');
  add(repository, seeds, 'libs/unused');
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init', '--recursive');
  repository.git('submodule', '--quiet', 'deinit', '--force', 'libs/unused');
});
afterEach(() => {
  for (const each of [repository, ...others]) each.remove();
});

async function scratchOf(withChanges = false): Promise<{ scratch: Scratch; told: string[] }> {
  const told: string[] = [];
  const folder = mkdtempSync(join(repository.top, 'run-'));
  const source = await describeSource(repository.root);
  const tell = (notice: string) => told.push(notice);
  return { scratch: await makeScratch({ source, folder, branch: 'hardwon/try', withChanges, tell }), told };
}

const CORE = 'libs/the core/core.txt';
const SEEDS = 'libs/the core/seeds/seeds.txt';
const read = (scratch: Scratch, path: string) => readFileSync(join(scratch.tree, path), 'utf8');
const write = (scratch: Scratch, path: string, text: string) => writeFileSync(join(scratch.tree, path), text);
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...args], { cwd: folder, encoding: 'utf8' }).trim();

// Git is run some dozen times for each.
describe('the submodules of a scratch checkout', { timeout: 120_000 }, () => {
  it('are filled from those of the user, as deep as they go, and are repositories of their own', async () => {
    const before = repository.snapshot();
    const { scratch, told } = await scratchOf();
    expect(listSubmodules(scratch)).toEqual(['libs/the core', 'libs/the core/seeds']);
    expect([read(scratch, CORE), read(scratch, SEEDS)]).toEqual(['one\n', 'seeds\n']);
    expect(existsSync(join(scratch.tree, 'libs/unused/seeds.txt'))).toBe(false);
    expect(git(scratch.tree, 'status', '--short')).toBe('');
    const inner = join(scratch.tree, 'libs/the core');
    write(scratch, CORE, 'two\n');
    git(inner, 'commit', '--quiet', '--all', '--message', 'mine');
    git(inner, 'gc', '--quiet', '--prune=now');
    expect(git(inner, 'remote')).toBe('');
    expect(told).toEqual([]);
    expect(repository.snapshot()).toEqual(before);
  });

  it('are part of what an attempt changed, committed there or not, and begin anew', async () => {
    const { scratch } = await scratchOf();
    const change = async () => (await readChange(scratch)).files;
    write(scratch, 'apples.txt', 'two\n');
    write(scratch, CORE, 'two\n');
    git(join(scratch.tree, 'libs/the core'), 'commit', '--quiet', '--all', '--message', 'mine');
    write(scratch, SEEDS, 'more seeds\n');
    expect(await change()).toEqual(['apples.txt', CORE, SEEDS]);
    await resetScratch(scratch);
    expect(await change()).toEqual([]);
    expect([read(scratch, CORE), read(scratch, SEEDS)]).toEqual(['one\n', 'seeds\n']);
    expect(git(scratch.tree, 'status', '--short')).toBe('');
    rmSync(join(scratch.tree, 'libs'), { recursive: true });
    expect(await change()).toEqual(['libs/the core', 'libs/unused']);
    await resetScratch(scratch);
    expect(await change()).toEqual([]);
    expect(read(scratch, SEEDS)).toBe('seeds\n');
  });

  it('are put back where an agent broke them or led elsewhere, and nothing is done where that leads', async () => {
    const before = repository.snapshot();
    const { scratch } = await scratchOf();
    const core = join(scratch.tree, 'libs/the core');
    rmSync(join(core, '.git'));
    git(core, 'init', '--quiet');
    write(scratch, CORE, 'two\n');
    expect((await readChange(scratch)).files).toEqual([CORE]);
    rmSync(join(scratch.tree, 'libs'), { recursive: true });
    symlinkSync(join(repository.root, 'libs'), join(scratch.tree, 'libs'), 'junction');
    expect((await readChange(scratch)).files).toContain('libs');
    await resetScratch(scratch);
    expect((await readChange(scratch)).files).toEqual([]);
    expect(read(scratch, SEEDS)).toBe('seeds\n');
    expect(git(core, 'status', '--short')).toBe('');
    expect(repository.snapshot()).toEqual(before);
  });

  it('hand over what was changed in them as files; a branch holds none of that', async () => {
    const { scratch } = await scratchOf();
    const source = await describeSource(repository.root);
    write(scratch, 'apples.txt', 'two\n');
    write(scratch, CORE, 'two\n');
    write(scratch, SEEDS, 'more seeds\n');
    const { patch, diff } = await readChange(scratch);
    expect(diff).toContain(`+++ b/${SEEDS}`);
    const file = join(repository.top, 'result.patch');
    writeFileSync(file, patch);
    await branchResult(source, scratch, { patch, branch: 'hardwon/try', message: 'Two' });
    expect(repository.git('diff', '--name-only', 'main', 'hardwon/try')).toBe('apples.txt');
    await applyResult(source, file);
    expect(readFileSync(join(repository.root, CORE), 'utf8')).toBe('two\n');
    expect(readFileSync(join(repository.root, SEEDS), 'utf8')).toBe('more seeds\n');
    expect(git(join(repository.root, 'libs/the core'), 'log', '--format=%s')).toBe('with a part\nstart');
  });

  it('get their dependencies, and what setting up added to them is no work', async () => {
    repository.write('libs/the core/node_modules/pear/index.js', 'export {};\n');
    const { scratch } = await scratchOf();
    const source = await describeSource(repository.root);
    const map = await mapCheckout(source.root, scratch.tree, []);
    const copy = ['libs/the core/node_modules'];
    const { carried } = await carryDependencies(source, scratch, { copy }, map);
    expect(carried).toEqual([{ path: 'libs/the core/node_modules', how: 'copied' }]);
    write(scratch, 'libs/the core/generated.txt', 'x\n');
    const ready = await noteStart(scratch);
    expect((await readChange(ready)).files).toEqual([]);
    rmSync(join(scratch.tree, 'libs/the core/generated.txt'));
    await resetScratch(ready);
    expect(read(scratch, 'libs/the core/generated.txt')).toBe('x\n');
  });

  it('hold uncommitted work where it is taken along, as deep as it goes, also when a run is gone on with', async () => {
    repository.write(CORE, 'mine\n');
    repository.write('libs/the core/new.txt', 'new\n');
    repository.write(SEEDS, 'my seeds\n');
    const before = repository.snapshot();
    expect(read((await scratchOf()).scratch, CORE)).toBe('one\n');
    const { scratch: first } = await scratchOf(true);
    const bundle = join(repository.top, 'carried.bundle');
    const source = await describeSource(repository.root);
    expect(await bundleBase(first, source.head, bundle)).toBe(true);
    expect(repository.snapshot()).toEqual(before);
    git(join(repository.root, 'libs/the core'), 'checkout', '--quiet', '--force', 'HEAD');
    const folder = mkdtempSync(join(repository.top, 'again-'));
    const from = { base: first.base, bundle };
    const again = await makeScratch({ source, folder, branch: 'hardwon/try', withChanges: false, from });
    for (const scratch of [first, again]) {
      expect([read(scratch, CORE), read(scratch, SEEDS)]).toEqual(['mine\n', 'my seeds\n']);
      expect(git(join(scratch.tree, 'libs/the core'), 'status', '--short')).toBe('M core.txt\n m seeds\n?? new.txt');
      expect((await readChange(scratch)).files).toEqual([]);
      write(scratch, CORE, 'theirs\n');
      expect((await readChange(scratch)).files).toEqual([CORE]);
      await resetScratch(scratch);
      expect([read(scratch, CORE), read(scratch, SEEDS)]).toEqual(['mine\n', 'my seeds\n']);
    }
  });

  it('are at the commit that is checked out there where uncommitted work is taken along; what they lack is told', async () => {
    const core = join(repository.root, 'libs/the core');
    writeFileSync(join(core, 'core.txt'), 'two\n');
    git(core, 'commit', '--quiet', '--all', '--message', 'not recorded yet');
    expect(read((await scratchOf()).scratch, CORE)).toBe('one\n');
    expect(read((await scratchOf(true)).scratch, CORE)).toBe('two\n');
    // Somebody recorded a commit that was never fetched.
    repository.git('update-index', '--cacheinfo', `160000,${'1'.repeat(40)},libs/the core`);
    repository.git('commit', '--quiet', '--message', 'moved');
    const { scratch, told } = await scratchOf();
    expect(told).toEqual([
      'the submodule libs/the core stays empty: its commit 111111111111 is not here; git submodule update fetches it',
    ]);
    expect(listSubmodules(scratch)).toEqual([]);
    expect((await readChange(scratch)).files).toEqual([]);
  });
});
