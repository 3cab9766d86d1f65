import { describe, expect, it } from 'vitest';
import { systemError } from '../../src/shared/errors.ts';

describe('what the system refuses', () => {
  it.each([
    ['EACCES', 'permission denied'],
    ['EROFS', 'the file system is read-only'],
    ['EISDIR', 'it is a folder'],
  ])('is told in words with what to do: %s', (code, words) => {
    const cause = Object.assign(new Error(`${code}: illegal, open '/harbour/.tide.md.7.tmp'`), { code });
    const error = systemError('unwritable', 'Cannot write tide.md', cause);
    expect(error).toMatchObject({ code: 'unwritable', message: `Cannot write tide.md: ${words}`, cause });
    expect(error.hint).toBeTruthy();
  });

  it('keeps its own words where they are rare', () => {
    const cause = Object.assign(new Error('EXDEV: cross-device link'), { code: 'EXDEV' });
    expect(systemError('unwritable', 'Cannot write tide.md', cause)).toMatchObject({
      message: 'Cannot write tide.md: EXDEV: cross-device link',
      hint: 'hardwon doctor checks the files and folders that hardwon needs.',
    });
    expect(systemError('unreadable', 'Cannot read tide.md', 'gone').message).toBe('Cannot read tide.md: gone');
  });
});
