import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = resolve(import.meta.dirname, '../../scripts/check-repository.mjs');

const home = resolve('/srv/grace');

let root: string;
beforeEach(async () => {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-rules-')));
  root = join(parent, 'checkout');
  await mkdir(root);
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  await write('.gitignore', 'dist/\n');
  await write('src/good.ts', 'export const todoList = 1;\n');
  await write('docs/good.md', 'Logs are in ~/.claude, for example /home/ada/harbour or /home/<you>/x.\n');
});
afterEach(() => rm(dirname(root), { recursive: true, force: true }));

describe('check-repository', () => {
  it('is content with a clean repository', async () => {
    expect(await check()).toEqual({ code: 0, stderr: '' });
  });

  it('finds paths of this machine, wherever they are', async () => {
    await write('tests/a.test.ts', `const here = '${root}/src';\n`);
    await write('docs/b.md', `next door: ${dirname(root)}/other\n`);
    await write('src/c.ts', `// ${home}/x\n`);
    const { code, stderr } = await check();
    expect(code).toBe(1);
    expect(stderr).toContain('tests/a.test.ts:1: a path of this machine');
    expect(stderr).toContain('docs/b.md:1: a path of this machine');
    expect(stderr).toContain('src/c.ts:1: a path of this machine');
  });

  it('does not take a folder of the same name elsewhere for one of this machine', async () => {
    await write('tests/a.test.ts', `const there = ['/home/ada${root}/src', 'C:${root}/src'];\n`);
    expect((await check()).code).toBe(0);
    await write('tests/b.test.ts', `const here = 'file://${root}/src';\n`);
    expect((await check()).code).toBe(1);
  });

  it('finds download addresses and the configured registry', async () => {
    await write('package-lock.json', '{\n  "resolved": "x"\n}\n');
    await write('notes.txt', 'from packages.orchard.example:8443\n');
    const { stderr } = await check({ npm_config_registry: 'https://packages.orchard.example:8443/npm/' });
    expect(stderr).toContain('package-lock.json:2: a download address');
    expect(stderr).toContain("notes.txt:1: a registry's address");
  });

  it('finds unfinished work and tests that do not run', async () => {
    await write('src/a.ts', `export const a = 1; // ${'TO'}DO: b\n`);
    await write(
      'tests/a.test.ts',
      `it${'.only'}('a', () => {});\nit.skipIf(process.platform === 'win32')('b', () => {});\n`,
    );
    const { stderr } = await check();
    expect(stderr).toContain('src/a.ts:1: unfinished work');
    expect(stderr).toContain('tests/a.test.ts:1: a test that does not run');
    expect(stderr).not.toContain('tests/a.test.ts:2');
  });

  it('finds a merge that was not finished', async () => {
    await write(
      'README.md',
      `# Harbour\n${'<'.repeat(7)} HEAD\nours\n${'='.repeat(7)}\ntheirs\n${'>'.repeat(7)} other\n`,
    );
    const { stderr } = await check();
    expect(stderr).toContain('README.md:2: a merge that was not finished');
    expect(stderr).toContain('README.md:6: a merge that was not finished');
  });

  it('finds home folders in documents', async () => {
    await write('docs/a.md', 'See /home/grace/x\n');
    await write('README.md', 'See /Users/grace/x\n');
    const { stderr } = await check();
    expect(stderr).toContain("docs/a.md:1: somebody's home folder");
    expect(stderr).toContain("README.md:1: somebody's home folder");
  });

  it('finds text that is called checked without being so', async () => {
    await write('src/a.ts', `const a = text ${'as'} Quotable;\n`);
    await write('src/b.ts', `return line ${'as'} unknown ${'as'} Sentence;\n`);
    await write('src/lessons/quotable.ts', `return line ${'as'} Sentence;\n`);
    const { stderr } = await check();
    expect(stderr).toContain('src/a.ts:1: text that is called checked');
    expect(stderr).toContain('src/b.ts:1: text that is called checked');
    expect(stderr).not.toContain('src/lessons/quotable.ts');
  });

  it('leaves out what git ignores', async () => {
    await write('dist/a.js', `'${root}/src'\n`);
    expect((await check()).code).toBe(0);
  });
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

function check(env: Record<string, string> = {}): Promise<{ code: number; stderr: string }> {
  const options = { env: { ...process.env, HOME: home, USERPROFILE: home, npm_config_registry: '', ...env } };
  return new Promise((done) => {
    execFile(process.execPath, [script, '--root', root], options, (error, _stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, stderr });
    });
  });
}
