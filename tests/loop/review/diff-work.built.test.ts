import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readWorkDiff } from '../../../src/loop/review/diff-work.ts';
import { makeHome } from '../../support/home.ts';

async function repository() {
  const home = await makeHome();
  onTestFinished(home.remove);
  const root = join(home.path, 'harbour');
  await home.addFile('harbour/a.txt', 'one\n');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'one');
  return { home, root, git };
}

describe('readDiff', () => {
  it('reads what is not committed, or a range', async () => {
    const { home, root, git } = await repository();
    await home.addFile('harbour/a.txt', 'two\n');
    const { text, kind } = await readWorkDiff(root, undefined);
    expect(kind).toBe('diff');
    expect(text).toContain('-one\n+two\n');
    git('commit', '-qam', 'two');
    expect((await readWorkDiff(root, undefined)).text).toBe('');
    expect(await readWorkDiff(root, 'HEAD~1')).toMatchObject({ name: 'HEAD~1', text: expect.stringContaining('+two') });
  });

  it('takes a change that is longer than git may say for a long one, and not for none', async () => {
    const { home, root } = await repository();
    await home.addFile('harbour/a.txt', `two\n${'a long line of a file that somebody made\n'.repeat(300_000)}`);
    const { text } = await readWorkDiff(root, undefined);
    expect(text).toContain('-one\n+two\n');
    expect(text.length).toBeGreaterThan(1_000_000);
  });

  it('reads files that git does not know yet, but no links, no binaries and nothing ignored', async () => {
    const { home, root } = await repository();
    await home.addFile('harbour/new file.txt', 'first\nsecond\n');
    await home.addFile('harbour/.gitignore', 'secret.txt\n');
    await home.addFile('harbour/secret.txt', 'hidden\n');
    await home.addFile('harbour/image.bin', 'a\0b');
    await home.addFile('elsewhere.txt', 'outside\n');
    await symlink(join(home.path, 'elsewhere.txt'), join(root, 'link.txt'));
    const { text } = await readWorkDiff(root, undefined);
    expect(text).toContain('--- /dev/null\n+++ b/new file.txt\n@@ -0,0 +1,2 @@\n+first\n+second\n');
    expect(text).not.toMatch(/hidden|outside|image\.bin/);
  });

  it('reads what is new before the first commit', async () => {
    const home = await makeHome();
    onTestFinished(home.remove);
    await home.addFile('harbour/a.txt', 'one\n');
    const root = join(home.path, 'harbour');
    execFileSync('git', ['init', '-q'], { cwd: root });
    expect((await readWorkDiff(root, undefined)).text).toContain('+one\n');
  });

  it('runs no program that the repository names', async () => {
    const { home, root, git } = await repository();
    git('config', 'diff.external', 'touch ran');
    git('config', 'diff.loud.textconv', 'touch ran;cat');
    await home.addFile('harbour/.gitattributes', '*.txt diff=loud\n');
    await home.addFile('harbour/a.txt', 'two\n');
    expect((await readWorkDiff(root, undefined)).text).toContain('+two');
    expect(await home.snapshot()).not.toContainEqual(expect.stringContaining('/ran '));
  });

  it('refuses what is no range', async () => {
    const { root } = await repository();
    await expect(readWorkDiff(root, '--output=x')).rejects.toMatchObject({ code: 'usage' });
    await expect(readWorkDiff(root, 'nowhere')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('needs a repository', async () => {
    const home = await makeHome();
    onTestFinished(home.remove);
    await expect(readWorkDiff(home.path, undefined)).rejects.toMatchObject({
      code: 'not-found',
      hint: expect.stringContaining('review latest'),
    });
  });
});
