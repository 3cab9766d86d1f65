import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Snapshot } from '../../../src/delivery/snapshot/layout.ts';
import { DEFAULT_LIVE } from '../../../src/delivery/snapshot/snapshot.ts';
import { writeSnapshot } from '../../../src/delivery/snapshot/write-snapshot.ts';
import { makeProject, NOW, type TestProject } from '../project.ts';

let project: TestProject;
beforeEach(async () => {
  project = await makeProject();
});
afterEach(() => project.remove());

const write = (parts: object = {}) =>
  writeSnapshot({
    ...{
      projectRoot: project.root,
      projectFolders: [project.root],
      home: project.home,
      env: {},
      folders: {},
      allowed: [],
    },
    ...{ cacheDir: join(project.base, 'cache'), live: DEFAULT_LIVE, now: NOW },
    ...parts,
  });

const entry = (id: string, fields: string) => `## ${id}: A title\n- Guidance: Do ${id}.\n- Occurrences: 3\n${fields}\n`;

async function remember(...entries: string[]): Promise<void> {
  await mkdir(join(project.root, '.memory'), { recursive: true });
  await writeFile(join(project.root, '.memory/harness-learnings.md'), `# Learnings\n\n${entries.join('\n')}`);
}

async function open(parts: object = {}): Promise<Snapshot> {
  const path = await write(parts);
  if (path === undefined) throw new Error('no snapshot');
  return new Snapshot(path);
}

describe('writeSnapshot', () => {
  it('takes the lessons that are ready and sure enough, the most valuable first', async () => {
    await remember(
      entry('L-001', '- Confidence: medium\n- Status: ready\n- Trigger: Bash(quay *) [failed 1, succeeded 0]'),
      entry('L-002', '- Confidence: high\n- Status: watching'),
      entry('L-003', '- Confidence: high\n- Status: ready\n- Sessions: 9'),
      entry('L-004', '- Confidence: low\n- Status: ready'),
    );
    const all = await open();
    expect(all.lessons(all.header.ranked).map(({ id }) => id)).toEqual(['L-003', 'L-001', 'L-004']);
    const sure = await open({ minConfidence: 'medium' });
    expect(sure.lessons(sure.header.ranked).map(({ id }) => id)).toEqual(['L-003', 'L-001']);
    expect(sure.lessons(sure.find(['w quay'])).map(({ id }) => id)).toEqual(['L-001']);
    for (const snapshot of [all, sure]) snapshot.close();
  });

  it('knows what conditions ask of a session, and what each agent reads', async () => {
    await remember(
      entry('L-001', '- Confidence: high\n- Trigger: Edit(**) when file not read [failed 3, succeeded 0]'),
      entry(
        'L-002',
        '- Confidence: high\n- Trigger: Bash(pytest *) when Bash(make seedling *) has not run [failed 3, succeeded 0]',
      ),
    );
    const snapshot = await open();
    const { watched, reads, memory } = snapshot.header;
    expect(watched).toMatchObject({ words: ['seedling'], anyCommand: false, reads: true, writes: false });
    expect(reads['claude-code']?.map(({ path }) => path)).toContain('CLAUDE.md');
    expect(reads.codex?.find(({ key }) => key !== undefined)?.path).toBe(join(project.home, '.codex', 'AGENTS.md'));
    expect(memory.path).toBe(join(project.root, '.memory', 'harness-learnings.md'));
    snapshot.close();
  });

  it('takes out secrets that a person wrote', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
    await remember(`## L-001: A title\n- Guidance: Use ${secret} there.\n- Confidence: high\n`);
    const snapshot = await open();
    expect(snapshot.lessons([0])[0]?.text).toMatch(/^Use \[redacted:.*\] there\.$/);
    snapshot.close();
  });

  it('has the root cause of a fix, without secrets', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
    const trigger = '- Trigger: Tool(deploy) [failed 0, succeeded 0, error "*manifest unknown*"]';
    await remember(
      `## L-001: A title\n- Pattern: The hash was short, with ${secret}\n- Guidance: Give the whole hash.\n- Confidence: high\n${trigger}\n`,
      entry('L-002', '- Confidence: high\n- Pattern: It failed.'),
    );
    const snapshot = await open();
    const byId = new Map(snapshot.lessons([0, 1]).map((lesson) => [lesson.id, lesson.cause]));
    expect(byId.get('L-001')).toMatch(/^The hash was short, with \[redacted:.*\]$/);
    expect(byId.get('L-002')).toBeUndefined();
    snapshot.close();
  });

  it('keeps what lessons have proven where no sessions were read, unless their words or triggers are others', async () => {
    const proven = { matches: 5, failed: 5, sessions: 2 };
    const of = (rule: string, guidance = 'Do it.') =>
      `## L-001: A title\n- Guidance: ${guidance}\n- Confidence: high\n- Trigger: ${rule} [failed 5, succeeded 0]\n- Fingerprint: f\n`;
    const mined = new Map([['f', { trigger: { rule: 'Bash(quay *)' }, replayed: proven }]]);
    const replayed = async (parts: object = {}) => {
      const snapshot = await open(parts);
      const [lesson] = snapshot.lessons([0]);
      snapshot.close();
      return lesson?.replayed;
    };
    await remember(of('Bash(quay *)'));
    expect(await replayed()).toBeUndefined();
    expect(await replayed({ mined })).toEqual({ ...proven, precision: 0.649 });
    expect(await replayed()).toMatchObject(proven);
    expect(await replayed({ mined: new Map() })).toBeUndefined();
    await replayed({ mined });
    await remember(of('Bash(tide *)'));
    expect(await replayed()).toBeUndefined();
    expect(await replayed({ mined })).toBeUndefined();
  });

  it('takes what the user wants for a lesson, and leaves out what is never to be said', async () => {
    await remember(
      entry('L-001', '- Confidence: high'),
      entry('L-002', '- Confidence: high'),
      entry('L-003', '- Confidence: high'),
    );
    const name = project.root.split(/[\\/]/).at(-1);
    const snapshot = await open({ overrides: { [`${name}/L-001`]: 'deny', 'L-002': 'off', 'elsewhere/L-003': 'off' } });
    const lessons = snapshot.lessons([0, 1]).map(({ id, own }) => [id, own]);
    expect(lessons.sort()).toEqual([
      ['L-001', 'deny'],
      ['L-003', undefined],
    ]);
    snapshot.close();
  });

  it('goes with the memory', async () => {
    await remember(entry('L-001', '- Confidence: high'));
    const path = await write();
    expect(existsSync(path ?? '')).toBe(true);
    await project.remove();
    expect(await write()).toBeUndefined();
    expect(existsSync(path ?? '')).toBe(false);
  });
});
