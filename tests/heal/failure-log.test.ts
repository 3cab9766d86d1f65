import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { HealRecord } from '../../src/heal/auto-heal.ts';
import { logFailure, readFailedSources } from '../../src/heal/failure-log.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hardwon-log-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const AT = new Date('2026-03-01T10:30:00Z');
const failure = (more: Partial<HealRecord> = {}): HealRecord => ({
  tool: 'get_pods',
  error: 'No route to host',
  fixAttempted: 'vpn',
  success: true,
  at: AT,
  ...more,
});

async function makeProject(name: string, isRepository = true) {
  const root = join(home, name);
  await mkdir(join(root, isRepository ? '.git' : ''), { recursive: true });
  const folders = { cache: join(home, 'cache'), data: join(home, 'data'), config: join(home, 'config', name) };
  return { root, folders, log: join(root, '.memory/learned/tool_failures.yaml') };
}

describe('logFailure', () => {
  it('writes the documented form, in a folder that git does not see', async () => {
    const place = await makeProject('form');
    await logFailure(failure({ skill: 'investigate' }), place);
    expect(await readFile(place.log, 'utf8')).toBe(`failures:
  - tool: get_pods
    error: No route to host
    fix_attempted: vpn
    success: true
    timestamp: 2026-03-01T10:30:00
    skill: investigate
`);
    expect(await readFile(join(place.root, '.memory/.gitignore'), 'utf8')).toBe('*\n');
  });

  it.each(['.memory', '.memory/learned', '.memory/learned/tool_failures.yaml'])(
    'writes nothing through a link that leads out of the project: %s',
    async (link) => {
      const place = await makeProject(`linked-${link.length}`);
      const outside = join(home, `outside-${link.length}`);
      await mkdir(outside);
      if (link.endsWith('.yaml')) await writeFile(join(outside, 'file'), 'mine: true\n');
      await mkdir(dirname(join(place.root, link)), { recursive: true });
      await symlink(link.endsWith('.yaml') ? join(outside, 'file') : outside, join(place.root, link));
      await expect(logFailure(failure(), place)).rejects.toMatchObject({ code: 'unwritable' });
      expect(await readdir(outside)).toEqual(link.endsWith('.yaml') ? ['file'] : []);
      if (link.endsWith('.yaml')) expect(await readFile(join(outside, 'file'), 'utf8')).toBe('mine: true\n');
      expect(await readFailedSources('get_pods', place)).toEqual([]);
    },
  );

  it('keeps comments and what others wrote', async () => {
    const place = await makeProject('comments');
    await mkdir(join(place.root, '.memory/learned'), { recursive: true });
    const before = '# ours\nowner: ann\nfailures:\n  # the first\n  - tool: git\n    error: reset # seldom\n';
    await writeFile(place.log, before);
    await logFailure(failure(), place);
    expect(await readFile(place.log, 'utf8')).toMatch(
      new RegExp(`^${before.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}  - tool: get_pods\n`),
    );
  });

  it('leaves a broken log alone', async () => {
    const place = await makeProject('broken');
    await mkdir(join(place.root, '.memory/learned'), { recursive: true });
    for (const text of ['failures: [\n', 'failures: 3\n']) {
      await writeFile(place.log, text);
      await expect(logFailure(failure(), place)).rejects.toMatchObject({ code: 'broken-file' });
      expect(await readFile(place.log, 'utf8')).toBe(text);
    }
  });

  it('redacts secrets, and keeps a hostile text on its line', async () => {
    const place = await makeProject('secrets');
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    await logFailure(failure({ error: `401 for ${secret}\n- tool: planted\n\u001b[2J${'x'.repeat(5000)}` }), place);
    const text = await readFile(place.log, 'utf8');
    expect(text).not.toContain(secret);
    expect(text).not.toContain('\u001b');
    expect(text.length).toBeLessThan(700);
    expect(parse(text).failures).toHaveLength(1);
  });

  it('moves the older half to a second file when it is full', async () => {
    const place = await makeProject('full');
    await mkdir(join(place.root, '.memory/learned'), { recursive: true });
    const rows = Array.from({ length: 500 }, (_, n) => `  - tool: t${n}\n`).join('');
    await writeFile(place.log, `failures:\n${rows}`);
    await logFailure(failure(), place);
    const kept = parse(await readFile(place.log, 'utf8')).failures;
    const old = parse(await readFile(place.log.replace('.yaml', '.old.yaml'), 'utf8')).failures;
    expect([kept.length, kept[0].tool, kept.at(-1).tool]).toEqual([251, 't250', 'get_pods']);
    expect([old.length, old.at(-1).tool]).toEqual([250, 't249']);
  });

  it('loses none of many at once', async () => {
    const place = await makeProject('many');
    await Promise.all(Array.from({ length: 12 }, (_, n) => logFailure(failure({ tool: `t${n}` }), place)));
    expect(parse(await readFile(place.log, 'utf8')).failures).toHaveLength(12);
  });

  it('writes to the log of the user outside of repositories', async () => {
    const place = await makeProject('loose', false);
    expect(await logFailure(failure(), place)).toBe(join(place.folders.config, 'learned/tool_failures.yaml'));
  });
});
