import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeSnapshot } from '../../src/delivery/snapshot/encode.ts';
import { snapshotPath } from '../../src/delivery/snapshot/place.ts';
import { DEFAULT_LIVE } from '../../src/delivery/snapshot/snapshot.ts';
import { openProject } from '../../src/live/project.ts';

let base: string;
let cache: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon-project-')));
  cache = join(base, 'cache');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function learn(root: string): void {
  const path = snapshotPath(cache, root);
  mkdirSync(dirname(path), { recursive: true });
  const watched = { words: [], anyCommand: false, commands: [], reads: false, writes: false };
  const memory = { path: '', size: 0, mtimeMs: 0 };
  writeFileSync(
    path,
    encodeSnapshot({ root, folders: [root], memory, live: DEFAULT_LIVE, reads: {}, watched, ranked: [] }, []),
  );
}

function make(...names: string[]): string {
  const path = join(base, ...names);
  mkdirSync(path, { recursive: true });
  return path;
}

/** The project that is found from a folder, and the checkout. */
function find(folder: string): [string | undefined, string | undefined] {
  const project = openProject(folder, cache);
  project?.snapshot.close();
  return [project?.snapshot.header.root, project?.checkout];
}

describe('openProject', () => {
  it('finds the repository from a folder in it', () => {
    const root = dirname(make('my harbour', '.git'));
    learn(root);
    expect(find(make('my harbour', 'src', 'deep'))).toEqual([root, root]);
    expect(find(base)).toEqual([undefined, undefined]);
  });

  it('does not look beyond the top of a repository', () => {
    learn(base);
    expect(find(dirname(make('harbour', '.git')))).toEqual([undefined, undefined]);
  });

  it('finds the main checkout of a worktree', () => {
    const root = dirname(make('harbour', '.git'));
    const own = make('harbour', '.git', 'worktrees', 'fix');
    const tree = make('trees', 'fix');
    writeFileSync(join(tree, '.git'), `gitdir: ${own}\n`);
    writeFileSync(join(own, 'commondir'), '../..\n');
    writeFileSync(join(own, 'gitdir'), `${join(tree, '.git')}\n`);
    learn(root);
    expect(find(make('trees', 'fix', 'src'))).toEqual([root, tree]);
  });

  it('finds a part of a repository that is a project of its own, and a folder without one', () => {
    const root = dirname(make('harbour', '.git'));
    const part = make('harbour', 'web');
    for (const folder of [root, part]) learn(folder);
    expect(find(make('harbour', 'web', 'src'))).toEqual([part, root]);
    const plain = make('plain');
    learn(plain);
    expect(find(make('plain', 'sub'))).toEqual([plain, plain]);
  });

  it.runIf(process.platform !== 'win32')('follows links', () => {
    const root = dirname(make('harbour', '.git'));
    learn(root);
    symlinkSync(root, join(base, 'link'));
    expect(find(join(base, 'link'))).toEqual([root, root]);
  });

  it('asks no server', () => {
    expect(openProject('\\\\evil\\share', cache)).toBeUndefined();
    expect(openProject('relative/path', cache)).toBeUndefined();
  });
});
