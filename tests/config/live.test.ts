import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LiveConfig } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load-config.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hardwon-config-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function load(user: LiveConfig | undefined, project: LiveConfig | undefined): Promise<LiveConfig | undefined> {
  const cwd = join(home, 'harbour');
  const own = join(home, '.config', 'hardwon');
  for (const folder of [cwd, own]) await mkdir(folder, { recursive: true });
  if (user) await writeFile(join(own, 'hardwon.config.json'), JSON.stringify({ live: user }));
  if (project) await writeFile(join(cwd, 'hardwon.config.json'), JSON.stringify({ live: project }));
  return (await loadConfig({ cwd, home, env: {}, platform: 'linux' })).config.live;
}

describe('what hooks may do', () => {
  it('is no holdout where only the project wants one', async () => {
    expect(await load(undefined, { holdout: 0.5 })).toBeUndefined();
  });

  it('is not said where no file says it', async () => {
    expect(await load(undefined, undefined)).toBeUndefined();
  });

  it.each([
    [{ mode: 'rewrite' }, undefined, { mode: 'rewrite' }],
    [undefined, { mode: 'rewrite' }, { mode: 'advise' }],
    [{ mode: 'deny' }, { mode: 'rewrite' }, { mode: 'deny' }],
    [{ mode: 'rewrite' }, { mode: 'deny' }, { mode: 'deny' }],
    [undefined, { denyRepeated: true }, { denyRepeated: false }],
    [{ denyRepeated: true }, undefined, { denyRepeated: true }],
    [undefined, { stop: 'ask' }, { stop: 'candidates' }],
    [{ stop: 'ask' }, undefined, { stop: 'ask' }],
    [{ stop: 'ask' }, { stop: 'off' }, { stop: 'off' }],
    [{ stop: 'off' }, { stop: 'ask' }, { stop: 'off' }],
    [{ holdout: 0.2 }, { holdout: 0 }, { holdout: 0.2 }],
    [{ denyRepeated: true }, { denyRepeated: false }, { denyRepeated: false }],
    [{ enabled: false }, { enabled: true }, { enabled: false }],
    [{ enabled: true }, { enabled: false }, { enabled: false }],
    [{ failures: false }, { journal: false }, { failures: false, journal: false }],
  ] as const)("is the quieter of %j and the project's %j", async (user, project, expected) => {
    expect(await load(user, project)).toMatchObject(expected);
  });
});
