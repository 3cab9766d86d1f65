import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMappedNames, mapCheckout, mapPaths } from '../../../src/loop/scratch/path-map.ts';

const root = join(tmpdir(), 'fruit', 'orchard');
const tree = join(tmpdir(), 'data', 'scratch', 'tree');
const map = mapPaths([{ from: root, to: tree }]);

describe('mapPaths', () => {
  it('maps a path that is the folder or lies in it, and no other', () => {
    expect(map.mapPath(root)).toBe(tree);
    expect(map.mapPath(join(root, 'src', 'a b.py'))).toBe(join(tree, 'src', 'a b.py'));
    for (const other of [`${root}-2`, join(root, '..', 'barn'), dirname(root), tree, join(tree, 'src')])
      expect(map.mapPath(other)).toBeUndefined();
  });

  it.each([
    ['@', '@'],
    ['@/src', '@/src'],
    ['"@/a b":@/c', '"@/a b":@/c'],
    ['x = \'@/a\'; y = "@"', 'x = \'@/a\'; y = "@"'],
    ['file://@/src', 'file://@/src'],
    ['sqlite:///@/db', 'sqlite:///@/db'],
    ['--dir=@/src\r\n', '--dir=@/src\r\n'],
  ])('finds it in %s', (written, expected) => {
    expect(map.mapText(written.replaceAll('@', root))).toBe(expected.replaceAll('@', tree));
  });

  it.each(['@-2/src', '@2', '@.old/x', '/mnt@/src', 'x@', '~@', './@', '@ 2/src'])(
    'does not take %s for it',
    (written) => {
      const text = written.replaceAll('@', root);
      expect(map.mapText(text)).toBe(text);
    },
  );

  it('takes the longest of several, and nothing twice', () => {
    const two = mapPaths([
      { from: root, to: join(root, '.scratch') },
      { from: join(root, 'env'), to: '/other' },
    ]);
    expect(two.mapText(`${root}/env/bin:${root}/bin:${root}/environment`)).toBe(
      `/other/bin:${root}/.scratch/bin:${root}/.scratch/environment`,
    );
    const once = two.mapText(`${root}/bin`);
    expect(two.mapText(once)).toBe(once);
  });

  it('knows letters with marks in one piece and in two', () => {
    const marked = mapPaths([{ from: '/srv/caf\u00e9', to: tree }]);
    expect(marked.mapText('/srv/cafe\u0301/src')).toBe(`${tree}/src`);
  });

  it('leaves alone what does not name it', () => {
    const none = mapPaths([]);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', '\\', ':', '"', 'a', 'é', '\n', ' ', dirname(root), 'orchard') }),
        (text) => {
          fc.pre(!text.includes(root));
          expect(map.mapText(text)).toBe(text);
          expect(none.mapText(text)).toBe(text);
        },
      ),
    );
  });
});

describe('the names of a checkout', () => {
  it('are those that lead to it through links', async () => {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon-names-')));
    try {
      mkdirSync(join(top, 'real', 'orchard', 'src'), { recursive: true });
      symlinkSync(join(top, 'real'), join(top, 'short'), 'junction');
      const real = join(top, 'real', 'orchard');
      const other = join(top, 'short', 'orchard');
      expect(await findMappedNames(real, [undefined, '', join(top, 'gone'), join(other, 'src')])).toEqual([
        real,
        other,
      ]);
      const both = await mapCheckout(real, tree, [other]);
      expect(both.mapPath(join(other, 'src'))).toBe(join(tree, 'src'));
    } finally {
      rmSync(top, { recursive: true });
    }
  });

  it('are not mapped where the repository holds the home folder: programs and settings would be missed', async () => {
    const home = await mapCheckout(dirname(homedir()), tree, []);
    expect(home.mapPath(join(homedir(), '.local', 'bin'))).toBeUndefined();
  });
});
