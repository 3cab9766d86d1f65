import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAskedFiles } from '../../../src/lifecycle/consult/asked-files.ts';

let home: string;
let top: string;
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-asked-')));
  top = join(home, 'harbour');
  for (const path of ['src/api/berths.ts', 'web/src/page.tsx', 'web/a, b.ts', 'docs/größe und maß.md']) {
    await mkdir(dirname(join(top, path)), { recursive: true });
    await writeFile(join(top, path), '');
  }
  await symlink(top, join(home, 'link'), 'junction');
});
afterAll(() => rm(home, { recursive: true, force: true }));

const ask = (values: string[], cwd = '') =>
  readAskedFiles(values, { cwd: join(top, cwd), top, tops: [join(home, 'other-worktree')], home });
const filesOf = (values: string[], cwd = '') => ask(values, cwd).files;

describe('readAskedFiles', () => {
  it('takes them separated by commas and repeated, once each', () => {
    expect(filesOf(['src/api/berths.ts, web/src/page.tsx', './src/api/berths.ts'])).toEqual([
      'src/api/berths.ts',
      'web/src/page.tsx',
    ]);
  });

  it('takes globs, with commas in braces too', () => {
    expect(filesOf(['src/{api,web}/**,*.test.ts'])).toEqual(['src/{api,web}/**', '*.test.ts']);
  });

  it('takes a name with a comma for one file', () => {
    expect(filesOf(['web/a, b.ts'])).toEqual(['web/a, b.ts']);
    expect(filesOf(['page.tsx,../api/berths.ts'], 'src/web')).toEqual(['src/web/page.tsx', 'src/api/berths.ts']);
  });

  it('knows folders, also those that are yet to be made', () => {
    expect(filesOf(['src/api', 'src/tide/', '.'])).toEqual(['src/api/', 'src/tide/', '**']);
  });

  it('sees paths from the working folder, or from the top where only that has them', () => {
    expect(
      filesOf(['src/page.tsx', 'src/api/berths.ts', 'new.ts', '../docs', 'src/*.tsx', 'docs/*.md'], 'web'),
    ).toEqual(['web/src/page.tsx', 'src/api/berths.ts', 'web/new.ts', 'docs/', 'web/src/*.tsx', 'docs/*.md']);
  });

  it('takes slashes of either kind', () => {
    expect(filesOf(['src\\api\\berths.ts'])).toEqual(['src/api/berths.ts']);
  });

  it('takes absolute paths in any checkout, through links and from the home folder', () => {
    const paths = [
      join(top, 'docs/größe und maß.md'),
      join(home, 'other-worktree/src/x.ts'),
      join(home, 'link/src/api'),
      '~/harbour/web/new.ts',
    ];
    expect(filesOf(paths)).toEqual(['docs/größe und maß.md', 'src/x.ts', 'src/api/', 'web/new.ts']);
  });

  it('names what lies outside the project', () => {
    const elsewhere = join(home, 'lantern/a.ts');
    expect(ask([elsewhere, '../lantern/b.ts', 'src/api/berths.ts'])).toEqual({
      files: ['src/api/berths.ts'],
      outside: [elsewhere, '../lantern/b.ts'],
    });
  });
});
