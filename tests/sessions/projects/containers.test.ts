import { describe, expect, it } from 'vitest';
import { homeOf, isContainerPath, isSharedFolder } from '../../../src/sessions/projects/containers.ts';

describe('isContainerPath', () => {
  it.each([
    '/',
    '/tmp',
    '/private/tmp',
    '/home',
    '/Users',
    '/home/ada',
    '/root',
    '/home/ada/projects',
    '/Users/ada/Documents',
    '/Users/ada/Documents/GitHub',
    '/Users/ada/workspace',
    '/home/ada/go/src/github.com',
    '/home/ada/go/src/github.com/owner',
    '/home/ada/src/gitlab.com/owner',
    '/projects',
    '/srv',
    '/Volumes/Data',
    '/Volumes/Data/repos',
    '/mnt/backup/code',
    '/workspaces',
    'C:\\',
    'C:\\Users\\Ada',
    'C:\\Users\\Ada\\source\\repos',
    'D:\\src',
    '/d/src',
    '/mnt/c/Users/Ada/Desktop',
    '\\\\server\\share',
  ])('%s holds repositories', (path) => {
    expect(isContainerPath(path)).toBe(true);
  });

  it.each([
    '/home/ada/harbour',
    '/Users/ada/workspace/cli',
    '/home/ada/projects/owner/harbour',
    '/home/ada/go/src/github.com/owner/harbour',
    '/workspace',
    '/app',
    '/tmp/harbour',
    '/workspaces/harbour',
    'D:\\harbour',
    'C:\\Users\\Ada\\harbour',
    '/srv/harbour',
    '/home/ada/.claude',
  ])('%s can be one', (path) => {
    expect(isContainerPath(path)).toBe(false);
  });
});

describe('isSharedFolder', () => {
  it('is stricter: ~/projects may itself be a repository', () => {
    expect(['/', '/home/ada', '/tmp', 'C:\\Users\\Ada', '/Users'].every(isSharedFolder)).toBe(true);
    expect(['/home/ada/projects', 'D:\\src', '/app'].some(isSharedFolder)).toBe(false);
  });
});

describe('homeOf', () => {
  it.each([
    ['/Users/ada/x/y', '/Users/ada'],
    ['/home/ada', '/home/ada'],
    ['/var/home/ada/x', '/var/home/ada'],
    ['/root/x', '/root'],
    ['C:\\Users\\Ada\\x', 'C:\\Users\\Ada'],
    ['/c/Users/Ada/x', '/c/Users/Ada'],
    ['/mnt/c/users/Ada/x', '/mnt/c/users/Ada'],
    ['/srv/x', undefined],
    ['/home', undefined],
  ])('%s is in %s', (path, home) => {
    expect(homeOf(path)).toBe(home);
  });
});
