import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agents } from '../../src/agents/registry.ts';

const repository = resolve(import.meta.dirname, '../..');

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hardwon-house-'));
  await write('src/agents/lantern/live.ts', "import { client } from '../live-client.ts';\n");
  await write('src/agents/live-client.ts', "import type { Live } from './lantern/live.ts';\n");
  await write('src/shared/errors.ts', '\n\n');
  await write('src/cli/run.ts', "import { errors } from '../shared/errors.ts';\nimport 'node:fs';\n");
  await write('tests/a.test.ts', '\n');
  await budget(2);
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('check-house', () => {
  it('prints the table of folders, and has nothing to say of a house in order', () => {
    const { code, stdout, stderr } = check();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^shared +2 +2 +1$/m);
    expect(stdout).toMatch(/^src +6 +8 +4$/m);
  });

  it.each([
    ['a later folder', 'shared/a.ts', "export type { Run } from '../cli/run.ts';"],
    ['a later folder, on use', 'shared/a.ts', "const load = () => import('../cli/run.ts');"],
    ['another agent', 'agents/harbour/a.ts', "import { live } from '../lantern/live.ts';"],
    ['more than a file may', 'agents/lantern/live.ts', "import { errors } from '../../shared/errors.ts';"],
    ['a folder that is not listed', 'cli/a.ts', "import { thing } from '../attic/thing.ts';"],
  ])('refuses to import %s', async (_, file, line) => {
    await write(`src/${file}`, line);
    const { code, stderr } = check();
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^src/${file}: must not import `, 'm'));
  });

  it('refuses cycles', async () => {
    await write('src/cli/left.ts', "import { right } from './right.ts';");
    await write('src/cli/right.ts', "import { left } from './left.ts';");
    expect(check()).toMatchObject({ code: 1, stderr: expect.stringContaining('src/cli/left.ts > cli/right.ts > ') });
  });

  it('refuses lines above a ceiling, and ceilings that grow', async () => {
    await write('src/shared/more.ts', '\n\n\n');
    expect(check()).toMatchObject({ code: 1, stderr: 'shared: 5 lines, 3 above the ceiling of budget.json\n' });
    commit();
    await budget(5);
    expect(check()).toMatchObject({ code: 1, stderr: 'budget.json: the sum of the ceilings grew\n' });
    commit();
    expect(check()).toMatchObject({ code: 1, stderr: 'budget.json: the sum of the ceilings grew\n' });
  });

  it('lowers ceilings to what is there', async () => {
    await budget(20);
    commit();
    expect(check('--lower').code).toBe(0);
    const { src, tests } = JSON.parse(await readFile(join(root, 'budget.json'), 'utf8'));
    expect([src.shared, src.agents, tests].map(({ ceiling }) => ceiling)).toEqual([2, 2, 1]);
  });
});

it('asks for an agent by its name in its own folder, for the usual one, and for settings named after one', async () => {
  const names = agents.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const named = new RegExp(`'(?:${names.join('|')})'`);
  const found: string[] = [];
  for (const file of (await readdir(join(repository, 'src'), { recursive: true })).sort()) {
    const path = file.replaceAll('\\', '/');
    // There they are programs.
    if (!/\.tsx?$/.test(path) || /^(?:agents|programs|shell)\//.test(path)) continue;
    if (named.test(await readFile(join(repository, 'src', file), 'utf8'))) found.push(path);
  }
  expect(found).toEqual([
    'app/configured-request.ts',
    'cli/agent-folders.ts',
    'config/defaults.ts',
    'config/restrict.ts',
  ]);
});

function check(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const script = join(repository, 'scripts/check-house.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--root', root, ...args], {
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

async function budget(ceiling: number): Promise<void> {
  const row = `{ "ceiling": ${ceiling}, "goal": 1 }`;
  const imports = { 'agents/*/live.ts': ['agents/live-client.ts'] };
  const src = ['shared', 'agents', 'cli', 'index.ts'].map((name) => `"${name}": ${row}`).join(',\n');
  await write('budget.json', `{ "src": { ${src} }, "tests": ${row}, "imports": ${JSON.stringify(imports)} }`);
}

function commit(): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@b.c', ...args], { cwd: root });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'change');
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
