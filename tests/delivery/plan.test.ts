import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyPlan } from '../../src/delivery/apply.ts';
import { type DeliveryPlan, planDelivery } from '../../src/delivery/plan.ts';
import type { Lesson } from '../../src/lessons/lesson.ts';
import { makeLesson } from '../memory/lessons.ts';
import { makeProject, NOW, snapshot, type TestProject } from './project.ts';

let project: TestProject;
beforeEach(async () => {
  project = await makeProject();
});
afterEach(() => project.remove());

const lesson = (fingerprint: string, parts: Partial<Lesson> = {}) =>
  makeLesson({ fingerprint, guidance: `About ${fingerprint}.`, ...parts });
const fileOf = (plan: DeliveryPlan, name: string) => plan.changes.find((change) => change.path.endsWith(name));

describe('planDelivery', () => {
  it('sends each lesson where its kind and reach say, and all of them to memory', async () => {
    const plan = await planDelivery(
      project.request([
        lesson('shared', { kind: 'command' }),
        lesson('harness', { kind: 'tool-use', reach: 'general' }),
        lesson('machine', { kind: 'environment', reach: 'machine' }),
        lesson('user', { kind: 'preference', reach: 'user' }),
        lesson('gone', { kind: 'missing-path' }),
        lesson('again', { kind: 'retry', reach: 'machine' }),
        lesson('denied', { kind: 'permission', reach: 'user' }),
        lesson('once', { status: 'watching' }),
      ]),
    );
    const about = (name: string) =>
      [...(fileOf(plan, name)?.after ?? '').matchAll(/About (\w+)\./g)].map((match) => match[1]);
    expect(about('CLAUDE.md')).toEqual(['shared', 'harness']);
    expect(about('CLAUDE.local.md')).toEqual(['machine', 'user']);
    expect(about('MEMORY.md')).toEqual(['gone', 'again', 'denied']);
    expect(about('harness-learnings.md')).toHaveLength(8);
    expect(plan.changes.map((change) => change.kind).sort()).toEqual([
      'context',
      'context',
      'context',
      'ignore-file',
      'memory',
    ]);
    expect(plan.delivered).toHaveLength(7);
    expect(plan.leftOut).toEqual([]);
    expect(fileOf(plan, 'MEMORY.md')?.path).toBe(project.claudeMemory);
  });

  it('no longer tells what was promoted, and keeps it in memory', async () => {
    const lessons = [lesson('a'), lesson('b')];
    await applyPlan(await planDelivery(project.request(lessons)), { dataDir: project.dataDir, now: NOW });
    const memory = await project.read('.memory/harness-learnings.md');
    await project.write(
      '.memory/harness-learnings.md',
      memory.replace('- Status:', '- Promoted: AGENTS.md\n- Status:'),
    );
    const plan = await planDelivery(project.request(lessons));
    expect({ delivered: plan.delivered, leftOut: plan.leftOut, notices: plan.notices }).toEqual({
      delivered: ['L-002'],
      leftOut: [],
      notices: [],
    });
    expect(plan.changes.map(({ path }) => path)).toEqual([join(project.root, 'CLAUDE.md')]);
    expect(fileOf(plan, 'CLAUDE.md')?.after).not.toContain('About a.');
    expect(plan.lessons.map(({ id, promoted }) => [id, promoted])).toEqual([
      ['L-001', 'AGENTS.md'],
      ['L-002', undefined],
    ]);
  });

  it('writes nothing', async () => {
    const before = await snapshot(project.base);
    await planDelivery(project.request([lesson('a')]));
    expect(await snapshot(project.base)).toEqual(before);
  });

  it('is empty when it is applied already', async () => {
    const request = project.request([lesson('a'), lesson('b', { kind: 'retry' })]);
    await applyPlan(await planDelivery(request), { dataDir: project.dataDir, now: NOW });
    expect((await planDelivery(request)).changes).toEqual([]);
    expect((await planDelivery(project.request([]))).changes).toEqual([]);
  });

  it('makes no file for which it has nothing', async () => {
    const plan = await planDelivery(project.request([lesson('once', { status: 'watching' })]));
    expect(plan.changes.map((change) => change.kind)).toEqual(['ignore-file', 'memory']);
  });

  it('takes a block out that has become empty, and the file with it if nothing else is in it', async () => {
    await project.write('CLAUDE.md', '# Orchard\n');
    await applyPlan(await planDelivery(project.request([lesson('a'), lesson('b', { reach: 'machine' })])), {
      dataDir: project.dataDir,
      now: NOW,
    });
    const plan = await planDelivery(
      project.request([lesson('a', { status: 'retired' }), lesson('b', { status: 'retired' })]),
    );
    expect(fileOf(plan, 'CLAUDE.md')?.after).toBe('# Orchard\n');
    expect(fileOf(plan, 'CLAUDE.local.md')).toMatchObject({
      before: expect.stringContaining('About b'),
      after: undefined,
    });
  });

  it('stays within the budget over all files together, and says what it left out', async () => {
    const lessons = Array.from({ length: 40 }, (_, n) =>
      lesson(`fact${n}`, { kind: n % 2 ? 'path' : 'retry', occurrences: n + 1 }),
    );
    const plan = await planDelivery(project.request(lessons, { budget: 500 }));
    expect(plan.tokens).toBeLessThanOrEqual(500);
    expect(plan.delivered.length + plan.leftOut.length).toBe(40);
    expect(plan.delivered).toContain('L-040');
    const text = plan.changes
      .filter((change) => change.kind === 'context')
      .map((change) => change.after)
      .join('');
    for (const id of plan.delivered) expect(text).toContain(`(${id}, `);
    for (const id of plan.leftOut) expect(text).not.toContain(`(${id}, `);
  });

  it('delivers only what is confident enough', async () => {
    const lessons = [lesson('sure', { confidence: 'high' }), lesson('unsure', { confidence: 'low' })];
    expect((await planDelivery(project.request(lessons, { minConfidence: 'medium' }))).delivered).toEqual(['L-001']);
  });

  it('puts no path of this machine into a file that is shared', async () => {
    const guidance = `Run \`${project.root}/bin/pick\` in ${project.root}, not ${project.home}/pick.`;
    const plan = await planDelivery(
      project.request([lesson('a', { guidance }), lesson('b', { guidance, reach: 'machine' })]),
    );
    expect(fileOf(plan, 'CLAUDE.md')?.after).toContain('- Run `bin/pick` in ., not ~/pick. (L-001, ');
    expect(fileOf(plan, 'CLAUDE.local.md')?.after).toContain(`${project.home}/pick`);
  });

  it('says where lessons found no file', async () => {
    // Its user has rules in ~/.claude/CLAUDE.md, which a file of its own would hide from OpenCode.
    await mkdir(join(project.home, '.claude'), { recursive: true });
    await writeFile(join(project.home, '.claude', 'CLAUDE.md'), 'Be brief.\n');
    const plan = await planDelivery(project.request([lesson('a', { kind: 'retry' })], { agents: ['opencode'] }));
    expect(plan.notices).toEqual([
      { code: 'no-file', message: 'no context file takes L-001: they are in memory only' },
    ]);
    expect([plan.delivered, plan.leftOut]).toEqual([[], []]);
  });
});

describe('files that stand in the way', () => {
  it('refuses broken markers and applies nothing at all', async () => {
    await project.write('CLAUDE.md', '# Orchard\n<!-- hardwon:learn:start -->\nmine\n');
    const before = await snapshot(project.base);
    const plan = await planDelivery(project.request([lesson('a'), lesson('b', { reach: 'machine' })]));
    expect(plan.refusals).toMatchObject([
      { code: 'broken-file', message: expect.stringContaining(`${join(project.root, 'CLAUDE.md')}:2`) },
    ]);
    expect(fileOf(plan, 'CLAUDE.local.md')).toBeDefined();
    await expect(applyPlan(plan, { dataDir: project.dataDir, now: NOW })).rejects.toMatchObject({
      code: 'broken-file',
    });
    expect(await snapshot(project.base)).toEqual(before);
  });

  it('refuses to overwrite a block that was edited by hand, unless forced', async () => {
    const options = { dataDir: project.dataDir, now: NOW };
    await applyPlan(await planDelivery(project.request([lesson('a')])), options);
    const edited = (await project.read('CLAUDE.md')).replace('About a.', 'About a, and mind the dog.');
    await project.write('CLAUDE.md', edited);
    const request = project.request([lesson('a'), lesson('b')]);
    const plan = await planDelivery(request);
    expect(plan.refusals).toMatchObject([{ code: 'conflict', hint: expect.stringContaining('--force') }]);
    await expect(applyPlan(plan, options)).rejects.toMatchObject({ code: 'conflict' });
    expect(await project.read('CLAUDE.md')).toBe(edited);
    const forced = await planDelivery({ ...request, force: true });
    expect(forced.refusals).toEqual([]);
    expect(forced.notices.map((notice) => notice.code)).toContain('edited-block');
    expect(fileOf(forced, 'CLAUDE.md')).toMatchObject({
      before: edited,
      after: expect.not.stringContaining('mind the dog'),
    });
  });

  it.each(['CLAUDE.md', '.memory'])('does not follow %s out of the project', async (name) => {
    await mkdir(join(project.base, 'elsewhere'));
    await writeFile(join(project.base, 'elsewhere', 'harness-learnings.md'), 'secret');
    await symlink(
      name === '.memory' ? join(project.base, 'elsewhere') : join(project.base, 'elsewhere', 'new.md'),
      join(project.root, name),
    );
    const refusal = { code: 'unwritable', message: expect.stringContaining('leads out of') };
    if (name === '.memory') await expect(planDelivery(project.request([lesson('a')]))).rejects.toMatchObject(refusal);
    else expect((await planDelivery(project.request([lesson('a')]))).refusals).toMatchObject([refusal]);
  });

  it('writes one file under two names once', async () => {
    await project.write('CLAUDE.md', '# Orchard\n');
    await symlink('CLAUDE.md', join(project.root, 'AGENTS.md'));
    const plan = await planDelivery(project.request([lesson('a')], { agents: ['claude-code', 'codex'] }));
    expect(plan.changes.filter((change) => change.kind === 'context').map((change) => change.path)).toEqual([
      join(project.root, 'CLAUDE.md'),
    ]);
    expect(plan.notices).toEqual([]);
  });
});

describe('notices', () => {
  it('names a block of Headroom and leaves it alone', async () => {
    const headroom = '# Orchard\n\n<!-- headroom:learn:start -->\nold\n<!-- headroom:learn:end -->\n';
    await project.write('CLAUDE.md', headroom);
    const plan = await planDelivery(project.request([lesson('a')]));
    expect(plan.notices).toMatchObject([{ code: 'headroom-block', line: 3, path: join(project.root, 'CLAUDE.md') }]);
    expect(fileOf(plan, 'CLAUDE.md')?.after?.startsWith(headroom)).toBe(true);
  });

  it('tells when the agent would not read as far as the block', async () => {
    await mkdir(dirname(project.claudeMemory), { recursive: true });
    await writeFile(project.claudeMemory, 'note\n'.repeat(195));
    const plan = await planDelivery(project.request([lesson('a', { kind: 'retry' })]));
    expect(plan.notices.map((notice) => notice.code)).toEqual(['not-read']);
  });

  it('tells when git would pick up facts of this machine', async () => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: project.root, stdio: 'ignore' });
    const codes = async () =>
      (await planDelivery(project.request([lesson('a', { reach: 'machine' })]))).notices.map((notice) => notice.code);
    expect(await codes()).toEqual([]);
    git('init');
    expect(await codes()).toEqual(['not-ignored']);
    await project.write('.gitignore', 'CLAUDE.local.md\n');
    expect(await codes()).toEqual([]);
  });

  it('keeps memory out of sight of git, without touching the .gitignore of the user', async () => {
    execFileSync('git', ['init'], { cwd: project.root, stdio: 'ignore' });
    await applyPlan(await planDelivery(project.request([lesson('a', { status: 'watching' })])), {
      dataDir: project.dataDir,
      now: NOW,
    });
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: project.root, encoding: 'utf8' })).toBe('');
    expect(await project.read('.memory/.gitignore')).toBe('*\n');
  });

  it('does not hide a memory again that the user shares', async () => {
    await mkdir(join(project.root, '.memory'));
    const plan = await planDelivery(project.request([lesson('a', { status: 'watching' })]));
    expect(plan.changes.map((change) => change.kind)).toEqual(['memory']);
  });
});
