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
    [{ mode: 'stop' }, undefined, { mode: 'stop' }],
    [undefined, { mode: 'stop' }, { mode: 'auto' }],
    [{ mode: 'warn' }, { mode: 'stop' }, { mode: 'warn' }],
    [{ mode: 'stop' }, { mode: 'auto' }, { mode: 'auto' }],
    [{ mode: 'auto' }, { mode: 'off' }, { mode: 'off' }],
    [{ mode: 'off' }, { mode: 'auto' }, { mode: 'off' }],
    [{ lessons: { 'harbour/L-001': 'deny' } }, undefined, { lessons: { 'harbour/L-001': 'deny' } }],
    [undefined, { lessons: { 'L-001': 'note', 'L-002': 'deny' } }, { lessons: { 'L-001': 'note' } }],
    [{ mode: 'note' }, { lessons: { 'L-001': 'warn', 'L-002': 'off' } }, { lessons: { 'L-002': 'off' } }],
    [{ lessons: { 'L-001': 'stop' } }, { lessons: { 'L-001': 'deny' } }, { lessons: { 'L-001': 'stop' } }],
    [{ lessons: { 'L-001': 'deny' } }, { lessons: { 'L-001': 'stop' } }, { lessons: { 'L-001': 'stop' } }],
    [undefined, { stop: 'ask' }, { stop: 'candidates' }],
    [{ stop: 'ask' }, undefined, { stop: 'ask' }],
    [{ stop: 'ask' }, { stop: 'off' }, { stop: 'off' }],
    [{ stop: 'off' }, { stop: 'ask' }, { stop: 'off' }],
    [{ holdout: 0.2 }, { holdout: 0 }, { holdout: 0.2 }],
    [{ failures: false }, { journal: false }, { failures: false, journal: false }],
  ] as const)("is the quieter of %j and the project's %j", async (user, project, expected) => {
    const inForce = await load(user, project);
    expect(inForce).toMatchObject(expected);
    if ('lessons' in expected) expect(inForce?.lessons).toEqual(expected.lessons);
  });

  it.each([
    [{ enabled: false }, 'live.enabled is no longer a key: write "mode": "off"'],
    [{ denyRepeated: true }, 'live.denyRepeated is no longer a key: write "lessons": {"harbour/L-012": "deny"}'],
    [{ mode: 'advise' }, 'live.mode must be one of "auto", "note", "warn", "stop", "off"'],
    [{ lessons: { 'L 1': 'deny' } }, 'live.lessons'],
  ])('is refused as %j, with what to write instead', async (live, said) => {
    await expect(load(live as LiveConfig, undefined)).rejects.toThrow(said);
  });
});
