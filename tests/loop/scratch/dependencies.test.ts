import { lstatSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { carryDependencies, type DependencyWishes } from '../../../src/loop/scratch/dependencies.ts';
import { makeScratch } from '../../../src/loop/scratch/make-scratch.ts';
import { readChange, type Scratch } from '../../../src/loop/scratch/scratch.ts';
import { describeSource } from '../../../src/loop/scratch/source.ts';
import { TestRepository } from './repository.ts';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository({ '.gitignore': 'node_modules/\n/cache/\n', 'web/package.json': '{}', 'kept/x.txt': 'x' });
  repository.write('node_modules/pear/index.js', 'export {};\n');
  repository.write('web/node_modules/plum/index.js', 'export {};\n');
  repository.write('cache/big.bin', 'big\n');
  symlinkSync('../web', join(repository.root, 'node_modules/web'));
});
afterEach(() => repository.remove());

async function carry(wishes: DependencyWishes): Promise<{ scratch: Scratch; carried: unknown }> {
  const source = await describeSource(repository.root);
  const folder = mkdtempSync(join(repository.top, 'run-'));
  const scratch = await makeScratch({ source, folder, branch: 'hardwon/try', withChanges: false });
  return { scratch, carried: await carryDependencies(source, scratch, wishes) };
}

describe('carryDependencies', () => {
  it('copies folders of dependencies at any depth, links in them included, and no others', async () => {
    const { scratch, carried } = await carry({});
    expect(carried).toEqual([
      { path: 'node_modules', how: 'copied' },
      { path: 'web/node_modules', how: 'copied' },
    ]);
    writeFileSync(join(scratch.tree, 'node_modules/pear/index.js'), 'changed\n');
    expect(readFileSync(join(repository.root, 'node_modules/pear/index.js'), 'utf8')).toBe('export {};\n');
    expect(lstatSync(join(scratch.tree, 'node_modules/web')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(scratch.tree, 'node_modules/web/package.json'), 'utf8')).toBe('{}');
    expect((await readChange(scratch)).files).toEqual([]);
  });

  it('links where it is asked to, and does not take the link for work', async () => {
    const { scratch, carried } = await carry({ copy: ['./cache/'], link: ['node_modules'] });
    expect(carried).toEqual([
      { path: 'cache', how: 'copied' },
      { path: 'node_modules', how: 'linked' },
      { path: 'web/node_modules', how: 'linked' },
    ]);
    expect(lstatSync(join(scratch.tree, 'node_modules')).isSymbolicLink()).toBe(true);
    expect((await readChange(scratch)).files).toEqual([]);
  });

  it('does not carry what git knows', async () => {
    expect((await carry({ copy: ['kept'] })).carried).toEqual([]);
  });
});
