import { describe, expect, it } from 'vitest';
import { relativePath } from '../../../src/sessions/projects/relative-path.ts';

const project = {
  root: '/home/ada/harbour',
  folders: [
    '/home/ada/harbour',
    '/Users/bob/w/harbour',
    'D:\\src\\harbour',
    '/home/ada/harbour/.worktrees/ada/fix',
    '/srv/fix',
  ],
};

describe('relativePath', () => {
  it.each([
    ['/home/ada/harbour/src/a.ts', 'src/a.ts'],
    ['/Users/bob/w/harbour/src/a.ts', 'src/a.ts'],
    ['d:/Src/Harbour/src/a.ts', 'src/a.ts'],
    ['/d/src/harbour/src/a.ts', 'src/a.ts'],
    ['/srv/fix/src/a.ts', 'src/a.ts'],
    ['/home/ada/harbour/.worktrees/ada/fix/src/a.ts', 'src/a.ts'],
    ['/home/ada/harbour/.worktrees/unknown/src/a.ts', 'src/a.ts'],
    ['/home/ada/harbour.worktrees/unknown/src/a.ts', 'src/a.ts'],
    ['/home/eve/.codex/worktrees/1a2b/harbour/src/a.ts', 'src/a.ts'],
    ['/home/ada/harbour/src/../docs//a b.md', 'docs/a b.md'],
    ['/home/ada/harbour', '.'],
    ['/home/ada/harbour/.git/worktrees/fix/HEAD', '.git/worktrees/fix/HEAD'],
    ['/home/ada/harbour/.claude/worktrees', '.claude/worktrees'],
    ['/home/ada/orchard/src/a.ts', undefined],
    ['/home/ada/harbour2/a.ts', undefined],
    ['/home/ada/orchard/.worktrees/x/a.ts', undefined],
    ['/home/ada/harbour/../orchard/a.ts', undefined],
    ['/etc/passwd', undefined],
    ['src/a.ts', undefined],
  ])('%s is %s', (path, expected) => {
    expect(relativePath(project, path)).toBe(expected);
  });

  it.each([
    ['a.ts', '/home/ada/harbour/src', 'src/a.ts'],
    ['../a.ts', '/Users/bob/w/harbour/src', 'a.ts'],
    ['..\\a.ts', 'D:\\src\\harbour\\api', 'a.ts'],
    ['~/w/harbour/a.ts', '/Users/bob/elsewhere', 'a.ts'],
    ['~/w/harbour/a.ts', '/srv', undefined],
    ['../../../x', '/home/ada/harbour/src', undefined],
    ['a.ts', 'relative', undefined],
    ['/home/ada/harbour/a.ts', '/tmp', 'a.ts'],
  ])('%s in %s is %s', (path, cwd, expected) => {
    expect(relativePath(project, path, cwd)).toBe(expected);
  });
});
