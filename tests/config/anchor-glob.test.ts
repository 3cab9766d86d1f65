import { describe, expect, it } from 'vitest';
import { anchorGlob } from '../../src/config/anchor-glob.ts';

describe('anchorGlob', () => {
  const places = { home: '/home/mia', folder: '/srv/build' };
  it.each([
    ['~/projects/harbour*', '/home/mia/projects/harbour*'],
    ['~', '/home/mia'],
    ['/srv/x/', '/srv/x'],
    ['./harbour*', '/srv/build/harbour*'],
    ['../{a,b}', '/srv/{a,b}'],
    ['.', '/srv/build'],
    ['harbour*', '**/harbour*'],
    ['owner/repo/', '**/owner/repo'],
    ['**/harbour', '**/harbour'],
    ['D:\\Sources\\Harbour*', 'd:/sources/harbour*'],
    ['/mnt/d/Sources/*', 'd:/sources/*'],
  ])('%s becomes %s', (glob, expected) => {
    expect(anchorGlob(glob, places)).toBe(expected);
  });

  it('folds what lies in a Windows home, and escapes what means something in a glob', () => {
    expect(anchorGlob('~\\Work\\Harbour*', { home: 'C:\\Users\\Mia (old)', folder: 'C:\\x' })).toBe(
      'c:/users/mia \\(old\\)/work/harbour*',
    );
    expect(anchorGlob('./*', { home: '/home/mia', folder: '/srv/[a]' })).toBe('/srv/\\[a\\]/*');
  });
});
