import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashText } from '../../src/shared/hash.ts';

const repository = resolve(import.meta.dirname, '../..');
const parts = ['src', 'tests', 'scripts', 'package.json', 'tsconfig.json', 'biome.json', 'vitest.config.ts'];

let copy: string;
beforeAll(async () => {
  copy = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-new-agent-')));
  for (const part of parts) await cp(join(repository, part), join(copy, part), { recursive: true });
  await symlink(join(repository, 'node_modules'), join(copy, 'node_modules'), 'junction');
});
afterAll(() => rm(copy, { recursive: true, force: true }));

describe('npm run new-agent', () => {
  it('writes an agent that passes its own tests, the types and the linter: its hook answers, and the loop runs it', async () => {
    const before = await hashFiles();
    const made = await runNode('scripts/new-agent.mjs', 'lantern-cli');
    expect(made.stderr).toBe('');
    expect(made.code).toBe(0);

    const registry = await readFile(join(copy, 'src/agents/registry.ts'), 'utf8');
    expect(registry).toContain("import { lanternCli } from './lantern-cli/index.ts';");
    expect(registry).toMatch(/agents[^=]*= \[[^\]]*\blanternCli\b[^\]]*\]/);

    const clients = await readFile(join(copy, 'src/agents/live-registry.ts'), 'utf8');
    expect(clients).toContain("import { live as lanternCli } from './lantern-cli/live.ts';");

    // Nothing else is touched: all that is known of an agent is in its folder.
    const after = await hashFiles();
    const changed = [...after].filter(([file, hash]) => before.get(file) !== hash).map(([file]) => file);
    expect(changed.filter((file) => !file.includes('lantern-cli')).sort()).toEqual([
      'src/agents/live-registry.ts',
      'src/agents/registry.ts',
    ]);

    const written = [
      'src/agents/lantern-cli',
      'src/agents/registry.ts',
      'src/agents/live-registry.ts',
      'tests/agents/lantern-cli',
      'tests/support/log-writers/lantern-cli.ts',
    ];
    const linted = await runNode('node_modules/@biomejs/biome/bin/biome', 'ci', '--vcs-enabled=false', ...written);
    expect(linted.code, linted.stdout + linted.stderr).toBe(0);

    const typed = await runNode('node_modules/typescript/bin/tsc', '--noEmit');
    expect(typed.stdout.split('\n').filter((line) => /lantern-cli|registry/.test(line))).toEqual([]);

    const tested = await runNode(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=json',
      'tests/agents/lantern-cli',
    );
    expect(tested.code, tested.stdout + tested.stderr).toBe(0);
    expect(JSON.parse(tested.stdout)).toMatchObject({ numFailedTests: 0, numPassedTests: 8 });
  });

  it('refuses a name that is taken, and one that is no name', async () => {
    const taken = await runNode('scripts/new-agent.mjs', 'claude-code');
    expect(taken).toMatchObject({ code: 2, stderr: 'new-agent: src/agents/claude-code/index.ts is already there\n' });
    for (const name of ['Lantern', '../lantern', ''])
      expect(await runNode('scripts/new-agent.mjs', name)).toMatchObject({ code: 2 });
  });
});

/** What stands in each file of the copy. */
async function hashFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const folder of ['src', 'tests', 'scripts'])
    for (const entry of await readdir(join(copy, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile())
        files.set(relative(copy, path).replaceAll('\\', '/'), hashText(await readFile(path, 'latin1')));
    }
  return files;
}

function runNode(script: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(copy, script), ...args],
      { cwd: copy, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr });
      },
    );
  });
}
