import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchorGlob } from '../../../src/config/anchor-glob.ts';
import { findFolders, readJoin } from '../../../src/sessions/projects/joined-folders.ts';

let drive: string;
beforeAll(() => {
  drive = `${realpathSync(mkdtempSync(join(tmpdir(), 'hardwon-drive-')))}/`;
  for (const name of ['Harbour', 'port (old)', 'quay/inner'])
    mkdirSync(join(drive, 'Sources', name), { recursive: true });
});
afterAll(() => rmSync(drive, { recursive: true, force: true }));

describe('folders that --join names', () => {
  const places = { home: 'D:\\', folder: 'D:\\Sources' };

  it.each([
    ['D:\\sources\\harbour', ['Harbour']],
    ['d:/Sources/HARBOUR/', ['Harbour']],
    ['/mnt/d/sources/harb*', ['Harbour']],
    ['.\\Harbour', ['Harbour']],
    ['./{harbour,quay/inner}', ['Harbour']],
    ['./q?ay/[hi]nner', ['quay/inner']],
    ['D:\\**\\inner', []],
    ['D:\\nowhere\\harbour', []],
  ])('on a Windows drive, in any case: %s', async (typed, names) => {
    const found = await findFolders(anchorGlob(typed, places), () => drive);
    expect(found.map((path) => path.slice(drive.length))).toEqual(names.map((name) => `Sources/${name}`));
  });

  it('are looked for in the working folder, where a name is plain', () => {
    const here = { home: '/home/ada', cwd: '/home/ada/code' };
    expect(readJoin('harbour/', here)).toEqual({
      group: { globs: ['**/harbour'] },
      folders: ['/home/ada/code/harbour'],
    });
    expect(readJoin('har*', here).folders).toEqual(['**/har*']);
    expect(readJoin('git@example.org:Ada/port.git', here).remote).toBe('example.org/ada/port');
    expect(readJoin('~/port', here).remote).toBeUndefined();
  });
});
