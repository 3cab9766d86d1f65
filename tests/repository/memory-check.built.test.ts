import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { version } from '../../src/shared/package.ts';

const repository = resolve(import.meta.dirname, '../..');
const SAFE = 'Run `make seed` before `make test`.';
const UNSAFE = 'Commit with `git commit --no-verify`.';

/** A project that has this checkout as its hardwon, so that npx need not ask a registry. */
let project: string;

describe.skipIf(process.platform === 'win32')('the check of a shared memory', () => {
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'hardwon-memory-check-'));
    await mkdir(join(project, '.memory'));
    await mkdir(join(project, 'node_modules/.bin'), { recursive: true });
    await writeFile(join(project, 'package.json'), JSON.stringify({ dependencies: { hardwon: version } }));
    await symlink(repository, join(project, 'node_modules/hardwon'), 'junction');
    await symlink(join(repository, 'dist/cli.mjs'), join(project, 'node_modules/.bin/hardwon'));
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  it('is what the action runs', async () => {
    const { runs } = parse(await readFile(join(repository, 'action.yml'), 'utf8'));
    const [{ run, shell }] = runs.steps;
    expect(shell).toBe('bash');
    await checkBoth((text) => runShell(text, run, { PROJECT: '.', VERSION: version }));
  });

  it('is what the hook of pre-commit runs', async () => {
    const [{ entry, files, language }] = parse(await readFile(join(repository, '.pre-commit-hooks.yaml'), 'utf8'));
    expect(language).toBe('node');
    expect('.memory/harness-learnings.md').toMatch(new RegExp(files));
    const bin = join(project, 'node_modules/.bin');
    await checkBoth((text) => runShell(text, entry, { PATH: `${bin}${delimiter}${process.env.PATH}` }));
  });
});

async function checkBoth(check: (guidance: string) => Promise<{ code: number; stdout: string }>): Promise<void> {
  expect(await check(SAFE)).toEqual({ code: 0, stdout: 'No lesson is unsafe, and none is due for promotion.\n' });
  const { code, stdout } = await check(UNSAFE);
  expect(code).toBe(1);
  expect(stdout).toContain('1 lesson is unsafe');
}

/** Runs a script in the project, whose memory holds one lesson. */
async function runShell(
  guidance: string,
  script: string,
  env: Record<string, string>,
): Promise<{ code: number; stdout: string }> {
  const lesson = ['## L-001: Before the tests', '- Phase: verify', `- Guidance: ${guidance}`, '- Confidence: low', ''];
  await writeFile(join(project, '.memory/harness-learnings.md'), lesson.join('\n'));
  return new Promise((done, fail) => {
    const options = { cwd: project, env: { PATH: process.env.PATH, HOME: project, NO_COLOR: '1', ...env } };
    execFile('bash', ['-e', '-o', 'pipefail', '-c', script], options, (error, stdout) => {
      if (error && typeof error.code !== 'number') fail(error);
      else done({ code: typeof error?.code === 'number' ? error.code : 0, stdout });
    });
  });
}
