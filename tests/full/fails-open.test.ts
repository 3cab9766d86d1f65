import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { countTimes, files, mistakes } from './support/mistakes.ts';

/** Whatever happens to hooks, the real Claude Code does its work, and its model reads what the tools said. */
describe('claude-code goes on', () => {
  let stage: ClientStage;
  let snapshot: string;
  let whole: Buffer;
  beforeAll(async () => {
    stage = await makeClientStage(files);
    await stage.work(claudeCode, ...mistakes);
    await stage.work(claudeCode, ...mistakes);
    expect(await stage.run('learn', '--apply')).toMatchObject({ code: 0 });
    expect(await stage.run('install', 'claude-code', '--user', '--apply')).toMatchObject({ code: 0 });
    const cache = join(stage.home, '.cache/hardwon/live');
    snapshot = join(cache, (await readdir(cache)).find((name) => name.endsWith('.snapshot')) ?? '');
    whole = await readFile(snapshot);
  }, 240_000);
  afterAll(() => stage.clear());

  /** How often a note is in what the model reads after a call that fails and one that works. */
  async function countNotes(client: Client = claudeCode): Promise<number> {
    const { asked } = await stage.work(client, { shell: 'npm run lint' }, { shell: 'npm run lint:all' });
    expect(asked[1]?.context).toContain('Missing script');
    expect(asked[2]?.context).toContain('no findings');
    return countTimes(asked[2]?.context, 'hardwon note');
  }

  it('with hooks that work', async () => {
    expect(await countNotes()).toBe(1);
  });

  it('where what hooks answer from is broken', async () => {
    await writeFile(snapshot, whole.subarray(0, 300));
    expect(await countNotes()).toBe(0);
    await writeFile(snapshot, whole);
  });

  it('where the memory is broken', async () => {
    const memory = await stage.read('.memory/harness-learnings.md');
    await stage.write('.memory/harness-learnings.md', '<<<<<<< ours\n\0\u{fffd}');
    expect(await countNotes()).toBe(0);
    await stage.write('.memory/harness-learnings.md', memory);
  });

  it('where nothing can be written', async () => {
    const data = join(stage.home, '.local/share/hardwon/live');
    await rm(data, { recursive: true, force: true });
    await mkdir(dirname(data), { recursive: true });
    if (process.platform === 'linux') await symlink('/dev/full', data);
    else await writeFile(data, '');
    // Nothing remembers that it was said: it is said again after the failure.
    expect(await countNotes()).toBeGreaterThanOrEqual(1);
    await rm(data);
  });

  it('where hooks hang until they are killed', async () => {
    const marker = join(stage.home, 'hang.mjs');
    await writeFile(
      marker,
      "if (/hook\\.js$/.test(process.argv[1] ?? '')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);\n",
    );
    const settings = join(stage.home, '.claude/settings.json');
    await writeFile(settings, (await readFile(settings, 'utf8')).replaceAll(/"timeout": ?5\b/g, '"timeout": 1'));
    const hanging: Client = {
      ...claudeCode,
      environment: (place) => ({ ...claudeCode.environment(place), NODE_OPTIONS: `--import=${marker}` }),
    };
    expect(await countNotes(hanging)).toBe(0);
  });
});
