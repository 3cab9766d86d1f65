import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { undoLast } from '../../src/delivery/apply.ts';
import { parseMemory } from '../../src/memory/memory.ts';
import { makeProject, snapshot, type TestProject } from './project.ts';

const WRITERS = 20;
let bundle: string;
let project: TestProject;

beforeAll(async () => {
  // Node 20 runs no TypeScript.
  bundle = join(await mkdtemp(join(tmpdir(), 'writer-')), 'writer.mjs');
  const build = await rolldown({
    input: join(dirname(fileURLToPath(import.meta.url)), 'writer.ts'),
    platform: 'node',
  });
  await build.write({ file: bundle, format: 'esm', codeSplitting: false });
  await build.close();
});
afterAll(() => rm(dirname(bundle), { recursive: true }));
beforeEach(async () => {
  project = await makeProject();
});
afterEach(() => project.remove());

describe('many processes that write at once', () => {
  it.each(['in one', 'plan, then apply'])('lose nothing, and each can be undone (%s)', async (way) => {
    await project.write('CLAUDE.md', '# Orchard\r\n\r\nOurs.\r\n');
    const before = await snapshot(project.home);
    const run = promisify(execFile);
    const writers = Array.from({ length: WRITERS }, (_, n) =>
      run(process.execPath, [bundle, project.base, String(n), way]),
    );
    const areReady = async () =>
      (await readdir(project.base)).filter((name) => name.startsWith('ready-')).length === WRITERS;
    while (!(await areReady())) await new Promise((done) => setTimeout(done, 20));
    await writeFile(join(project.base, 'go'), '');
    await Promise.all(writers);

    const facts = Array.from({ length: WRITERS }, (_, n) => `fact-${n}.`).sort();
    const claudeMd = await project.read('CLAUDE.md');
    expect(claudeMd.startsWith('# Orchard\r\n\r\nOurs.\r\n\r\n<!-- hardwon:learn:start -->\r\n')).toBe(true);
    expect(claudeMd.match(/fact-\d+\./g)?.sort()).toEqual(facts);
    const memory = parseMemory(await project.read('.memory/harness-learnings.md'), 'm');
    expect(memory.entries.map((entry) => entry.guidance.replace('About ', '')).sort()).toEqual(facts);
    expect(new Set(memory.entries.map((entry) => entry.id)).size).toBe(WRITERS);
    expect(memory.notices).toEqual([]);

    for (let n = 0; n < WRITERS; n++) expect(await undoLast({ dataDir: project.dataDir })).toBeDefined();
    expect(await snapshot(project.home)).toEqual(before);
  });

  it.skipIf(process.platform === 'win32')('and have no room on the disk keep nobody out', async () => {
    const run = promisify(execFile);
    await writeFile(join(project.base, 'go'), '');
    // Not a byte more can be written: not even to the lock.
    const full = `ulimit -f 0; trap '' XFSZ; exec '${process.execPath}' '${bundle}' '${project.base}' 1 'in one'`;
    await expect(run('sh', ['-c', full])).rejects.toThrow();
    expect(await readdir(project.dataDir)).not.toContain('apply.lock');
    await run(process.execPath, [bundle, project.base, '2', 'in one']);
    expect(await project.read('CLAUDE.md')).toContain('About fact-2.');
    expect(await readdir(project.dataDir)).toEqual(['undo']);
  });
});
