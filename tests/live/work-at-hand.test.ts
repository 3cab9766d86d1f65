import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findWorkAtHand, nearnessOf } from '../../src/live/work-at-hand.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hardwon-work-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): void {
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
    cwd: folder,
    env,
    stdio: 'ignore',
  });
}

describe('findWorkAtHand', () => {
  it('knows the files that were changed and the words of the branch', async () => {
    git('init', '--initial-branch=fix/berth-export');
    mkdirSync(join(folder, 'my src'));
    writeFileSync(join(folder, 'my src', 'ä.ts'), 'a');
    writeFileSync(join(folder, 'same.ts'), 'a');
    git('add', '.');
    git('commit', '--message=first');
    writeFileSync(join(folder, 'my src', 'ä.ts'), 'b');
    git('mv', 'same.ts', 'other.ts');
    const words = ['fix', 'berth', 'export'];
    const changed = ['my src/ä.ts', 'other.ts', 'same.ts'];
    // On a busy machine git may take longer than the agent would wait: then nothing is known to be changed.
    await vi.waitFor(async () => expect(await findWorkAtHand(folder, true)).toEqual({ changed, words }), {
      timeout: 60_000,
    });
    expect(await findWorkAtHand(folder, false)).toEqual({ changed: [], words });
  });

  it('knows the branch of a worktree', async () => {
    git('init', '--initial-branch=main');
    git('commit', '--allow-empty', '--message=first');
    git('worktree', 'add', '-b', 'quay_wall', 'tree');
    expect(await findWorkAtHand(join(folder, 'tree'), true)).toEqual({ changed: [], words: ['quay', 'wall'] });
    git('-C', 'tree', 'checkout', '--detach');
    expect((await findWorkAtHand(join(folder, 'tree'), false)).words).toEqual([]);
  });

  it('knows nothing where there is no repository', async () => {
    expect(await findWorkAtHand(folder, true)).toEqual({ changed: [], words: [] });
  });
});

describe('nearnessOf', () => {
  const work = { changed: ['services/api/tide.py'], words: ['fix', 'berth', 'export'] };
  it.each([
    [['services/api/**'], 'Do it.', 2],
    [['web/**'], 'Run the export first.', 1],
    [['web/berth/**'], 'Do it.', 1],
    [['web/**'], 'Fix it.', 0],
    [[], 'Do it.', 0],
  ])('of %j and %j is %i', (scope, text, expected) => {
    expect(nearnessOf(scope, text, work)).toBe(expected);
  });
});
