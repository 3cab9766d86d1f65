import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  it('knows the files that were changed and the words of the branch', () => {
    git('init', '--initial-branch=fix/berth-export');
    mkdirSync(join(folder, 'my src'));
    writeFileSync(join(folder, 'my src', 'ä.ts'), 'a');
    writeFileSync(join(folder, 'same.ts'), 'a');
    git('add', '.');
    git('commit', '--message=first');
    writeFileSync(join(folder, 'my src', 'ä.ts'), 'b');
    const work = findWorkAtHand(folder);
    expect(work.changed.filter((path) => path !== '')).toEqual(['my src/ä.ts']);
    expect(work.words).toEqual(['fix', 'berth', 'export']);
  });

  it('knows nothing where there is no repository', () => {
    expect(findWorkAtHand(folder)).toEqual({ changed: [], words: [] });
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
