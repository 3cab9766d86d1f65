import { describe, expect, it } from 'vitest';
import { matchWorktree } from '../../../src/sessions/projects/worktree-paths.ts';

describe('matchWorktree', () => {
  it.each([
    ['/srv/harbour/.worktrees/fix', '/srv/harbour/.worktrees/fix', '/srv/harbour', true],
    ['/srv/harbour/.worktrees/ada/fix/src', '/srv/harbour/.worktrees/ada', '/srv/harbour', true],
    ['/srv/harbour/.claude/worktrees/fix/src/deep', '/srv/harbour/.claude/worktrees/fix', '/srv/harbour', false],
    ['/srv/harbour/.git/worktrees/fix', '/srv/harbour/.git/worktrees/fix', '/srv/harbour', false],
    ['/srv/harbour/.conductor/oslo/src', '/srv/harbour/.conductor/oslo', '/srv/harbour', false],
    ['/srv/harbour/worktrees/fix', '/srv/harbour/worktrees/fix', '/srv/harbour', true],
    [
      '/home/ada/projects/harbour.worktrees/fix',
      '/home/ada/projects/harbour.worktrees/fix',
      '/home/ada/projects/harbour',
      true,
    ],
    ['/home/ada/harbour__worktrees/fix/x', '/home/ada/harbour__worktrees/fix', '/home/ada/harbour', true],
    ['/srv/harbour/harbour-worktrees/fix', '/srv/harbour/harbour-worktrees/fix', '/srv/harbour', true],
    ['D:\\src\\harbour\\.worktrees\\fix', 'D:\\src\\harbour\\.worktrees\\fix', 'D:\\src\\harbour', true],
    [
      '/srv/harbour/.worktrees/a/.claude/worktrees/b',
      '/srv/harbour/.worktrees/a/.claude/worktrees/b',
      '/srv/harbour',
      false,
    ],
  ])('%s', (path, root, main, open) => {
    expect(matchWorktree(path)).toEqual({ root, main, open });
  });

  it.each([
    ['/home/ada/.codex/worktrees/1a2b/harbour/src', '/home/ada/.codex/worktrees/1a2b/harbour', 'harbour', false],
    ['/home/ada/.cursor/worktrees/harbour/x1', '/home/ada/.cursor/worktrees/harbour/x1', 'harbour', false],
    ['/home/ada/conductor/workspaces/harbour/oslo', '/home/ada/conductor/workspaces/harbour/oslo', 'harbour', false],
    ['/home/ada/projects/worktrees/harbour-fix/src', '/home/ada/projects/worktrees/harbour-fix', 'harbour-fix', true],
    ['/home/ada/.worktrees/harbour/fix', '/home/ada/.worktrees/harbour', 'harbour', true],
  ])('%s tells the name only', (path, root, name, open) => {
    expect(matchWorktree(path)).toEqual({ root, name, open });
  });

  it.each([
    '/srv/harbour',
    '/srv/harbour/.worktrees',
    '/srv/harbour/.claude/worktrees',
    '/home/ada/.codex/worktrees/1a2b',
    '/srv/myworktrees/x',
    '/srv/harbour/src/worktrees.ts',
  ])('%s is none', (path) => {
    expect(matchWorktree(path)).toBeUndefined();
  });
});
