import { chmod, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folders } from '../../../src/doctor/examinations/folders.ts';
import { clearWards, complaints, makeWard } from '../patients.ts';

afterAll(clearWards);

describe('folders', () => {
  it('need not be there, and are made by --fix, for the user alone', async () => {
    const ward = await makeWard();
    expect(complaints(await ward.examine(folders))).toEqual([]);
    await ward.repair(folders);
    const { mode } = await stat(join(ward.home, '.local/share/hardwon'));
    if (process.platform !== 'win32') expect(mode & 0o007).toBe(0);
  });

  it('are a problem where a file stands in their place, or above them', async () => {
    const ward = await makeWard();
    await ward.write('.cache/hardwon', '');
    await ward.write('.local', '');
    expect(complaints(await ward.examine(folders))).toEqual([
      { state: 'problem', says: expect.stringContaining('is a file') },
      { state: 'problem', says: expect.stringContaining('cannot be created in') },
    ]);
  });

  it('are told of where .git leads to a repository that does not know of it, with what to do', async () => {
    const ward = await makeWard();
    const other = join(ward.home, 'orchard/.git');
    await ward.write('orchard/.git/config', '[core]\n\tbare = false\n');
    await rm(join(ward.project, '.git'), { recursive: true, force: true });
    await ward.write('harbour/.git', `gitdir: ${other}\n`);
    const [finding] = (await ward.examine(folders)).filter(({ state }) => state === 'note');
    expect(finding).toMatchObject({
      says: expect.stringContaining(other),
      fix: expect.stringContaining('core.worktree'),
    });
    await ward.write('orchard/.git/config', `[core]\n\tworktree = ${ward.project.replaceAll('\\', '/')}\n`);
    expect(complaints(await ward.examine(folders))).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')('are a problem where everybody can write to them', async () => {
    const ward = await makeWard();
    const data = join(ward.home, '.local/share/hardwon');
    await mkdir(data, { recursive: true });
    await chmod(data, 0o777);
    const [finding] = (await ward.examine(folders)).filter(({ state }) => state === 'problem');
    expect(finding).toMatchObject({ says: expect.stringContaining('by everybody'), fix: `chmod o-w ${data}` });
    // Nobody's permissions are changed unasked.
    expect(finding?.repair).toBeUndefined();
    await rm(data, { recursive: true });
    expect(complaints(await ward.examine(folders))).toEqual([]);
  });
});
