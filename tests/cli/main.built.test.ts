import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearStages, makeBuiltStage } from '../e2e/stage.ts';
import { oneLesson } from '../e2e/stories.ts';

const dist = resolve(import.meta.dirname, '../../dist');

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hardwon-start-'));
  // Prints the files of dist/ that a run has loaded: those that Node required, and those that the program read to run them.
  const print = `const fs = require('node:fs');
    const { readFileSync } = fs;
    const read = new Set();
    fs.readFileSync = (...args) => (read.add(String(args[0])), readFileSync(...args));
    process.on('exit', () => {
      const files = [...new Set([...Object.keys(require.cache), ...read])].filter((file) => /[.]c?js$/.test(file));
      fs.writeSync(2, files.filter((file) => file.startsWith(process.env.DIST)).join('\\n'));
    });`;
  await writeFile(join(home, 'print.cjs'), print);
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
  await clearStages();
});

/** The files of dist/ that a command loads. */
async function listLoaded(...args: string[]): Promise<string[]> {
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home, DIST: dist };
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--require', join(home, 'print.cjs'), join(dist, 'cli.js'), ...args],
    { cwd: home, env },
  );
  return stderr.split('\n').map((file) => basename(file));
}

it('loads what every command needs, and nothing else, to print the version', async () => {
  expect(await listLoaded('--version')).toEqual(['cli.js', 'load.cjs', 'pack-core.cjs']);
});

it('loads neither the database nor the models to list what is remembered', async () => {
  const loaded = await listLoaded('memory', 'list', '--json').catch(({ stderr }) =>
    stderr.split('\n').map((file: string) => basename(file)),
  );
  expect(loaded).toContain('pack-memory.cjs');
  expect(loaded.filter((name: string) => /index|mining|anthropic|openai|mcp|web/.test(name))).toEqual([]);
});

describe('the compiled code of a command', () => {
  it('is not kept where hardwon keeps nothing else', async () => {
    await listLoaded('--version');
    expect(await readdir(home)).toEqual(['print.cjs']);
  });

  it('is kept beside the index, and nothing depends on it', async () => {
    const stage = await makeBuiltStage(oneLesson);
    // The first run makes the folder, the second one keeps its code.
    for (let run = 0; run < 2; run++) await stage.run(['learn', '--json']);
    const cache = join(stage.home, '.cache/hardwon/code');
    const [folder = ''] = await readdir(cache);
    const names = await readdir(join(cache, folder));
    expect(names).toContain('learn.pack-core.cjs');
    const { stdout } = await stage.run(['learn', '--json']);
    expect(stdout).toContain('L-001');
    for (const name of names) await writeFile(join(cache, folder, name), 'broken');
    expect((await stage.run(['learn', '--json'])).stdout).toBe(stdout);
  });

  it('is gone after everything was uninstalled', async () => {
    const stage = await makeBuiltStage(oneLesson);
    for (let run = 0; run < 2; run++) await stage.run(['learn', '--apply']);
    expect(existsSync(join(stage.home, '.cache/hardwon/code'))).toBe(true);
    expect(await stage.run(['uninstall', '--all', '--apply'])).toMatchObject({ code: 0 });
    expect(existsSync(join(stage.home, '.cache/hardwon'))).toBe(false);
  });
});
