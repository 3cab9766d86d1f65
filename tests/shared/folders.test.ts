import { describe, expect, it } from 'vitest';
import { findOwnFolders } from '../../src/shared/folders.ts';

describe('findOwnFolders', () => {
  it('follows the XDG defaults on Linux', () => {
    expect(findOwnFolders({ env: {}, home: '/home/mia', platform: 'linux' })).toEqual({
      cache: '/home/mia/.cache/hardwon',
      data: '/home/mia/.local/share/hardwon',
      config: '/home/mia/.config/hardwon',
    });
  });

  it('uses Library on macOS, and ~/.config for what people edit', () => {
    expect(findOwnFolders({ env: {}, home: '/Users/mia', platform: 'darwin' })).toEqual({
      cache: '/Users/mia/Library/Caches/hardwon',
      data: '/Users/mia/Library/Application Support/hardwon',
      config: '/Users/mia/.config/hardwon',
    });
  });

  it('uses the application folders on Windows, whether the variables are set or not', () => {
    const expected = {
      cache: 'C:\\Users\\Mia\\AppData\\Local\\hardwon\\Cache',
      data: 'C:\\Users\\Mia\\AppData\\Local\\hardwon\\Data',
      config: 'C:\\Users\\Mia\\AppData\\Roaming\\hardwon',
    };
    expect(findOwnFolders({ env: {}, home: 'C:\\Users\\Mia', platform: 'win32' })).toEqual(expected);
    const env = { LOCALAPPDATA: 'C:\\Users\\Mia\\AppData\\Local', APPDATA: 'C:\\Users\\Mia\\AppData\\Roaming' };
    expect(findOwnFolders({ env, home: 'Z:\\elsewhere', platform: 'win32' })).toEqual(expected);
  });

  it.each(['linux', 'darwin', 'freebsd'] as const)('lets the XDG variables win on %s', (platform) => {
    const env = { XDG_CACHE_HOME: '/a', XDG_DATA_HOME: '/b/', XDG_CONFIG_HOME: '/c c' };
    expect(findOwnFolders({ env, home: '/home/mia', platform })).toEqual({
      cache: '/a/hardwon',
      data: '/b/hardwon',
      config: '/c c/hardwon',
    });
  });

  it('lets the XDG variables win on Windows, each on its own', () => {
    const folders = findOwnFolders({ env: { XDG_CACHE_HOME: 'D:\\cache' }, home: 'C:\\Users\\Mia', platform: 'win32' });
    expect(folders.cache).toBe('D:\\cache\\hardwon');
    expect(folders.config).toBe('C:\\Users\\Mia\\AppData\\Roaming\\hardwon');
  });

  it('ignores a relative or empty XDG variable, as its specification says', () => {
    const folders = findOwnFolders({
      env: { XDG_CACHE_HOME: 'cache', XDG_DATA_HOME: '' },
      home: '/home/mia',
      platform: 'linux',
    });
    expect(folders.cache).toBe('/home/mia/.cache/hardwon');
    expect(folders.data).toBe('/home/mia/.local/share/hardwon');
  });
});
