import { execFile } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../src/sessions/session-index.ts';
import { LogBuilder } from '../agents/claude-code/log.ts';
import { Home, removeHomes } from './home.ts';

const PROCESSES = 4;
const SESSIONS = 12;
const CALLS = 60;
let folder: string;

beforeAll(async () => {
  // Node 20 runs no TypeScript; SQLite is a binary of a package, found beside the bundle.
  folder = await mkdtemp(join(tmpdir(), 'refresher-'));
  const build = await rolldown({
    input: resolve(import.meta.dirname, 'refresher.ts'),
    platform: 'node',
  });
  await build.write({ dir: folder, entryFileNames: 'refresher.mjs', format: 'esm' });
  await build.close();
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'), 'junction');
});

afterAll(async () => {
  removeHomes();
  await rm(folder, { recursive: true });
});

describe('processes that refresh one index at once', () => {
  it('do each other no harm', async () => {
    const home = new Home();
    for (let s = 0; s < SESSIONS; s++) {
      const log = Object.assign(new LogBuilder(), { session: `6f1c2e7a-0000-4000-8000-0000000000${s + 10}` });
      for (let c = 0; c < CALLS; c++) log.shell(`t${s}-${c}`, `echo ${c}`, 'x'.repeat(500));
      // Every session begins with the same fork.
      home.write(log.shell('shared', 'ls', ''));
    }
    const run = promisify(execFile);
    const script = join(folder, 'refresher.mjs');
    const running = Array.from({ length: PROCESSES }, (_, n) =>
      run(process.execPath, [script, home.folder, home.database, String(n)]),
    );
    const areReady = () => readdirSync(home.folder).filter((name) => name.startsWith('ready-')).length === PROCESSES;
    while (!areReady()) await new Promise((done) => setTimeout(done, 5));
    writeFileSync(join(home.folder, 'go'), '');
    const outputs = (await Promise.all(running)).map(({ stdout }) => JSON.parse(stdout));

    for (const output of outputs) expect(output).toMatchObject({ notices: [], path: home.database });
    const index = await openIndex(home.database);
    expect(await index.refresh(home.options())).toMatchObject({ filesRead: 0, newCalls: 0, changed: false });
    expect(await index.count()).toMatchObject({ calls: SESSIONS * CALLS + 1 });
    expect(await index.sessions()).toHaveLength(SESSIONS);
    index.close();
    expect(existsSync(home.database)).toBe(true);
    expect(readdirSync(join(home.folder, 'cache')).filter((name) => name.includes('damaged'))).toEqual([]);
  });
});
