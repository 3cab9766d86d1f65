import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  baseName,
  contains,
  cutPath,
  detectStyle,
  expandTilde,
  extensionOf,
  isAbsolutePath,
  joinPath,
  normalisePath,
  pathKey,
  relativeTo,
  sameFile,
} from '../../src/shared/paths.ts';

describe('detectStyle', () => {
  it.each([
    ['/home/mia/harbour', 'posix'],
    ['src/main.ts', 'posix'],
    ['my\\ file.txt', 'posix'],
    ['/dev/null', 'posix'],
    ['/mnt/data/x', 'posix'],
    ['D:\\harbour', 'windows'],
    ['d:/harbour', 'windows'],
    ['D:', 'windows'],
    ['\\\\?\\D:\\very\\long', 'windows'],
    ['src\\main.ts', 'windows'],
    ['\\\\server\\share\\x', 'unc'],
    ['/d/harbour', 'git-bash'],
    ['/cygdrive/d/harbour', 'git-bash'],
    ['/mnt/d/harbour', 'wsl'],
    ['//srv/./../mnt/d/', 'wsl'],
    ['/d/../srv', 'posix'],
    ['/srv/.d/x', 'posix'],
  ])('%s is %s', (path, style) => {
    expect(detectStyle(path)).toBe(style);
  });
});

describe('isAbsolutePath', () => {
  it.each([
    ['/x', true],
    ['C:\\x', true],
    ['\\\\server\\share', true],
    ['x/y', false],
    ['~/x', false],
    ['c:x', false],
    ['', false],
  ])('%s: %s', (path, expected) => {
    expect(isAbsolutePath(path)).toBe(expected);
  });
});

describe('normalisePath', () => {
  it.each([
    ['/a//b/./c/../d/', '/a/b/d'],
    ['/../..', '/'],
    ['a/../../b', '../b'],
    ['./', '.'],
    ['d:/harbour\\src/..\\x\\', 'D:\\harbour\\x'],
    ['d:', 'D:\\'],
    ['\\\\?\\d:\\x', 'D:\\x'],
    ['\\\\Server\\Share\\a\\..\\b\\', '\\\\Server\\Share\\b'],
    ['\\\\?\\UNC\\server\\share\\a', '\\\\server\\share\\a'],
    ['/D/x/', '/d/x'],
    ['/d', '/d'],
    ['/mnt/d/x/../y', '/mnt/d/y'],
    ['/mnt/d/../../srv', '/srv'],
    ['/srv/../D/x', '/d/x'],
    ['src\\.\\main.ts', 'src\\main.ts'],
    ['/sp ace/ünïcode', '/sp ace/ünïcode'],
  ])('%s becomes %s', (path, expected) => {
    expect(normalisePath(path)).toBe(expected);
  });

  it('changes nothing the second time', () => {
    const part = fc.constantFrom('a', 'B', '..', '.', '', 'c d', 'é', 'x.y', '~');
    const root = fc.constantFrom('/', '', 'D:\\', '\\\\srv\\shr\\', '/c/', '/mnt/e/', '/cygdrive/f/', '\\\\?\\g:\\');
    fc.assert(
      fc.property(root, fc.array(part, { maxLength: 8 }), fc.constantFrom('/', '\\'), (start, parts, separator) => {
        const once = normalisePath(start + parts.join(separator));
        expect(normalisePath(once)).toBe(once);
      }),
    );
  });
});

describe('joinPath', () => {
  it.each([
    [['/a', 'b', '../c'], '/a/c'],
    [['/a', '/b'], '/b'],
    [['/a', ''], '/a'],
    [['/srv', 'b\\c'], '/srv/b\\c'],
    [['D:\\a', 'b/c'], 'D:\\a\\b\\c'],
    [['D:\\a', 'E:\\x'], 'E:\\x'],
    [['/d/a', 'b\\c'], '/d/a/b/c'],
    [['\\\\s\\h\\a', '..\\b'], '\\\\s\\h\\b'],
    [['a', 'b'], 'a/b'],
  ] as [string[], string][])('%j gives %s', ([base = '', ...parts], expected) => {
    expect(joinPath(base, ...parts)).toBe(expected);
  });
});

describe('expandTilde', () => {
  it.each([
    ['~', '/home/mia', '/home/mia'],
    ['~/work/x', '/home/mia', '/home/mia/work/x'],
    ['~\\work\\x', 'C:\\Users\\Mia', 'C:\\Users\\Mia\\work\\x'],
    ['~/work', 'C:\\Users\\Mia', 'C:\\Users\\Mia\\work'],
    ['~other/x', '/home/mia', '~other/x'],
    ['/x/~', '/home/mia', '/x/~'],
  ])('%s in %s is %s', (path, home, expected) => {
    expect(expandTilde(path, home)).toBe(expected);
  });
});

describe('relativeTo and contains', () => {
  it.each([
    ['/srv/harbour', '/srv/harbour/src/a.ts', 'src/a.ts'],
    ['/srv/harbour/', '/srv/harbour', '.'],
    ['/srv/harbour', '/srv/harbour2/a', undefined],
    ['/srv/harbour', '/srv', undefined],
    ['/srv/harbour', 'src/a.ts', undefined],
    ['/srv/harbour', '/srv/Harbour/a', undefined],
    ['/srv/harbour', '/srv/harbour/../orchard/a', undefined],
    ['/', '/srv', 'srv'],
    ['D:\\harbour', 'd:/Harbour/Src/A.ts', 'Src/A.ts'],
    ['D:\\harbour', '/d/harbour/src/a.ts', 'src/a.ts'],
    ['/mnt/d/harbour', 'D:\\harbour\\src\\a.ts', 'src/a.ts'],
    ['D:\\', 'D:\\a', 'a'],
    ['D:\\harbour', 'E:\\harbour\\a', undefined],
    ['\\\\Server\\share\\x', '\\\\server\\Share\\x\\y', 'y'],
    ['/home/mia/x', '\\\\wsl$\\Ubuntu\\home\\mia\\x\\y', 'y'],
    ['/tmp/x', '/private/tmp/x/y', 'y'],
    ['/srv/caf\u00e9', '/srv/cafe\u0301/menu', 'menu'],
  ])('from %s, %s is %s', (root, path, expected) => {
    expect(relativeTo(root, path)).toBe(expected);
    expect(contains(root, path)).toBe(expected !== undefined);
  });

  it('undoes a join, in every style', () => {
    const root = fc.constantFrom(
      '/srv/harbour',
      'D:\\harbour',
      '/d/harbour',
      '/mnt/d/harbour',
      '\\\\srv\\shr\\harbour',
      '/private/tmp/h',
    );
    const name = fc.stringMatching(/^[a-zA-Z0-9 _é-]{1,8}$/);
    fc.assert(
      fc.property(root, fc.array(name, { minLength: 1, maxLength: 5 }), (base, names) => {
        expect(relativeTo(base, joinPath(base, ...names))).toBe(names.join('/'));
      }),
    );
  });
});

describe('sameFile and pathKey', () => {
  it('sees through the ways to write a Windows path', () => {
    const spellings = [
      'D:\\Harbour\\x',
      'd:/harbour/x/',
      '/d/harbour/x',
      '/mnt/d/harbour/y/../x',
      '/cygdrive/d/harbour/x',
      '\\\\?\\D:\\harbour\\X',
    ];
    expect(new Set(spellings.map(pathKey))).toEqual(new Set(['d:/harbour/x']));
  });

  it('keeps case apart elsewhere', () => {
    expect(sameFile('/srv/A', '/srv/a')).toBe(false);
    expect(sameFile('/srv/a/', '/srv//a')).toBe(true);
  });
});

describe('cutPath', () => {
  it.each([
    ['/srv/harbour/src', 2, '/srv/harbour'],
    ['/srv/harbour', 0, '/'],
    ['/srv', 5, '/srv'],
    ['/private/tmp/x/y', 2, '/private/tmp/x'],
    ['D:\\harbour\\src', 1, 'D:\\harbour'],
    ['/mnt/d/harbour/src', 1, '/mnt/d/harbour'],
    ['\\\\s\\h\\a\\b', 1, '\\\\s\\h\\a'],
  ])('%s to %i is %s', (path, depth, expected) => {
    expect(cutPath(path, depth)).toBe(expected);
  });
});

describe('baseName, extensionOf', () => {
  it.each([
    ['/srv/harbour/a.test.ts', 'a.test.ts', '.ts'],
    ['/', '', ''],
    ['/srv/.env', '.env', ''],
    ['Makefile', 'Makefile', ''],
    ['D:\\harbour\\a.TS', 'a.TS', '.TS'],
    ['D:\\', '', ''],
    ['/d/x', 'x', ''],
    ['..', '..', ''],
  ])('%s', (path, base, extension) => {
    expect([baseName(path), extensionOf(path)]).toEqual([base, extension]);
  });
});
