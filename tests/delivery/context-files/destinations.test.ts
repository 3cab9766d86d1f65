import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyPlan, undoLast } from '../../../src/delivery/apply.ts';
import { type DeliveryPlan, type DeliveryRequest, planDelivery } from '../../../src/delivery/plan.ts';
import type { Lesson } from '../../../src/lessons/lesson.ts';
import { makeLesson } from '../../memory/lessons.ts';
import { makeProject, NOW, snapshot, type TestProject } from '../project.ts';

let project: TestProject;
beforeEach(async () => {
  project = await makeProject();
});
afterEach(() => project.remove());

const lesson = (fingerprint: string, parts: Partial<Lesson> = {}) =>
  makeLesson({ fingerprint, guidance: `About ${fingerprint}.`, ...parts });
const shared = lesson('shared', { kind: 'command' });
const machine = lesson('machine', { kind: 'environment', reach: 'machine' });
const gone = lesson('gone', { kind: 'missing-path' });

/** What would be in which file: the names of files, relative to the home folder, and what their lessons are about. */
function placed(plan: DeliveryPlan): Record<string, string[]> {
  const context = plan.changes.filter(({ kind }) => kind === 'context');
  return Object.fromEntries(
    context.map(({ path, after = '' }) => [
      path.slice(project.home.length + 1).replaceAll('\\', '/'),
      [...after.matchAll(/About (\w+)\./g)].map((match) => match[1] ?? ''),
    ]),
  );
}
const plan = async (agents: string[], lessons: Lesson[] = [shared], parts: Partial<DeliveryRequest> = {}) =>
  planDelivery(project.request(lessons, { agents, ...parts }));
const where = async (agents: string[], lessons?: Lesson[], parts?: Partial<DeliveryRequest>) =>
  placed(await plan(agents, lessons, parts));

describe('the file for everybody', () => {
  it.each([
    ['claude-code', 'CLAUDE.md'],
    ['codex', 'AGENTS.md'],
    ['opencode', 'AGENTS.md'],
    ['pi', 'AGENTS.md'],
    ['gemini', 'GEMINI.md'],
    ['copilot', 'AGENTS.md'],
    ['cursor', 'AGENTS.md'],
    ['an-agent-of-tomorrow', 'AGENTS.md'],
  ])('is, for %s alone, a new %s', async (agent, name) => {
    expect(await where([agent])).toEqual({ [`orchard/${name}`]: ['shared'] });
  });

  it.each([
    ['copilot', '.github/copilot-instructions.md'],
    ['cursor', '.cursorrules'],
    ['cursor', '.cursor/rules/hardwon.mdc'],
    ['codex', 'AGENTS.override.md'],
    ['claude-code', '.claude/CLAUDE.md'],
  ])('of %s is its own %s, where that is there', async (agent, name) => {
    await project.write(name, 'Mind the wasps.\n');
    const text = placed(await plan([agent]));
    expect(text).toEqual({ [`orchard/${name}`]: ['shared'] });
  });

  it.each([
    [
      'cursor',
      '.cursor/rules/style.mdc',
      '.cursor/rules/hardwon.mdc',
      '---\ndescription: Lessons from past sessions\nalwaysApply: true\n---\n',
    ],
  ])('of %s lies beside its other rules, with the front matter it wants', async (agent, other, name, begin) => {
    await project.write(other, 'Mind the wasps.\n');
    const { changes } = await plan([agent]);
    const change = changes.find(({ path }) => path === join(project.root, name));
    expect(change?.after?.startsWith(`${begin}${begin && '\n'}<!-- hardwon:learn:start -->\n`)).toBe(true);
  });

  it('is one for all agents that read it, and one more for those that do not', async () => {
    expect(Object.keys(await where(['codex', 'opencode', 'pi', 'cursor', 'copilot']))).toEqual(['orchard/AGENTS.md']);
    expect(Object.keys(await where(['codex', 'gemini'])).sort()).toEqual(['orchard/AGENTS.md', 'orchard/GEMINI.md']);
    await mkdir(join(project.root, '.gemini'));
    await project.write('.gemini/settings.json', '{"context": {"fileName": ["AGENTS.md", "../../../etc/passwd"]}}');
    expect(Object.keys(await where(['codex', 'gemini']))).toEqual(['orchard/AGENTS.md']);
  });

  it('is the imported one, or the one that a link leads to', async () => {
    await project.write('CLAUDE.md', '# Orchard\n\n@AGENTS.md\n');
    expect(Object.keys(await where(['claude-code']))).toEqual(['orchard/AGENTS.md']);
    await project.write('CLAUDE.md', 'Not `@AGENTS.md`:\n```\n@AGENTS.md\n```\n');
    expect(Object.keys(await where(['claude-code']))).toEqual(['orchard/CLAUDE.md']);
    await project.write('docs/agents.md', '# Orchard\n');
    await symlink('docs/agents.md', join(project.root, 'AGENTS.md'));
    expect(Object.keys(await where(['codex']))).toEqual(['orchard/AGENTS.md']);
  });

  it('moves when another agent would read it twice, and leaves no block behind', async () => {
    const options = { dataDir: project.dataDir, now: NOW };
    await applyPlan(await plan(['claude-code', 'codex']), options);
    const later = await plan(['claude-code', 'codex', 'copilot']);
    expect(later.changes.map(({ path, after }) => [path, after])).toEqual([
      [join(project.root, 'CLAUDE.md'), undefined],
    ]);
  });

  it('stays up to date when its agent has no sessions any more', async () => {
    await applyPlan(await plan(['gemini']), { dataDir: project.dataDir, now: NOW });
    expect(await where(['claude-code'], [shared, lesson('later', { kind: 'command' })])).toEqual({
      'orchard/CLAUDE.md': ['shared', 'later'],
      'orchard/GEMINI.md': ['shared', 'later'],
    });
  });

  it('has rules of an agent only where that agent reads it', async () => {
    const harness = lesson('harness', {
      kind: 'tool-use',
      reach: 'general',
      evidence: [{ agent: 'claude-code', session: 's', call: 'c', at: '2026-02-01T09:00:00Z' }],
    });
    expect(await where(['claude-code', 'codex'], [shared, harness])).toEqual({
      'orchard/CLAUDE.md': ['shared', 'harness'],
      'orchard/AGENTS.md': ['shared'],
    });
  });

  const seen = [{ agent: 'claude-code', session: 's', call: 'c', at: '2026-02-01T09:00:00Z' }];
  it.each([
    ['an edit', 'Edit(**)', true],
    ['a search', 'Pattern(*")', true],
    ['a command', 'Bash(rg * *\\|* *)', true],
    ['a tool as several agents call it', 'Tool({Read,read_file})', true],
    ['a tool by the name that one agent gives it', 'Tool(Task)', false],
    ['an argument of a tool', 'Tool({Read,read_file} pages=*)', false],
  ])('tells all agents of the project a rule about %s: %s %s', async (_, rule, isForAll) => {
    const habit = lesson('habit', {
      kind: 'tool-use',
      reach: 'general',
      trigger: { rule, failed: 3, succeeded: 0 },
      evidence: seen,
    });
    expect(await where(['claude-code', 'codex'], [shared, habit])).toEqual({
      'orchard/CLAUDE.md': ['shared', 'habit'],
      'orchard/AGENTS.md': isForAll ? ['shared', 'habit'] : ['shared'],
    });
  });

  it('never tells one agent of the permissions of another', async () => {
    const denied = lesson('denied', {
      kind: 'permission',
      reach: 'project',
      trigger: { rule: 'Bash(git push *)', failed: 3, succeeded: 0 },
      evidence: seen,
    });
    expect((await where(['claude-code', 'codex'], [shared, denied]))['orchard/AGENTS.md']).toEqual(['shared']);
  });
});

describe('what is true of this machine, or passes', () => {
  it.each([
    ['codex', '.codex/AGENTS.md'],
    ['opencode', '.config/opencode/AGENTS.md'],
    ['pi', '.pi/agent/AGENTS.md'],
    ['gemini', '.gemini/GEMINI.md'],
    ['copilot', '.copilot/copilot-instructions.md'],
    ['cursor', 'orchard/.cursor/rules/hardwon-local.mdc'],
  ])('goes, for %s, to %s', async (agent, name) => {
    expect((await where([agent], [shared, machine, gone]))[name]).toEqual(['machine', 'gone']);
  });

  it("goes to Claude's notes where a file of its own would hide AGENTS.md from it", async () => {
    await project.write('AGENTS.md', '# Orchard\n');
    const files = await where(['claude-code', 'codex'], [shared, machine]);
    expect(Object.keys(files).filter((name) => name.includes('CLAUDE'))).toEqual([]);
    expect(files[project.claudeMemory.slice(project.home.length + 1)]).toEqual(['machine']);
  });

  it('has a block for each project in a file of the user, and undo takes back its own', async () => {
    const options = { dataDir: project.dataDir, now: NOW };
    const path = join(project.home, '.codex', 'AGENTS.md');
    await mkdir(dirname(path));
    await writeFile(path, 'Be brief.\r\n');
    const other = join(project.home, 'lantern');
    await mkdir(other);
    const before = await snapshot(project.home);
    await applyPlan(await plan(['codex'], [machine]), options);
    const second = await planDelivery({
      ...project.request([lesson('wick', { reach: 'user' })]),
      agents: ['codex'],
      projectRoot: other,
    });
    const text = second.changes.find((change) => change.path === path)?.after ?? '';
    expect(text.startsWith('Be brief.\r\n\r\n<!-- hardwon:learn:start project=')).toBe(true);
    expect(text.split('\r\n').filter((line) => line.startsWith('## '))).toEqual([
      '## Lessons from past sessions in ~/orchard',
      '## Lessons from past sessions in ~/lantern',
    ]);
    await undoLast({ dataDir: project.dataDir, projectRoot: project.root });
    expect(await snapshot(project.home)).toEqual(before);
  });

  it('takes little of a file that is read in every project', async () => {
    const many = Array.from({ length: 40 }, (_, n) => lesson(`fact${n}`, { reach: 'machine' }));
    const { delivered, leftOut, tokens } = await plan(['codex'], many);
    expect(tokens).toBeLessThanOrEqual(300);
    expect(delivered.length).toBeGreaterThan(3);
    expect(delivered.length + leftOut.length).toBe(40);
  });
});

describe('the budget', () => {
  it('is that of one agent, however many there are', async () => {
    const lessons = Array.from({ length: 20 }, (_, n) => lesson(`fact${n}`, { kind: 'command' }));
    const one = await plan(['claude-code'], lessons, { budget: 250 });
    const three = await plan(['claude-code', 'codex', 'gemini'], lessons, { budget: 250 });
    expect(three.delivered).toEqual(one.delivered);
    expect(three.tokens).toBe(one.tokens);
    expect(one.leftOut.length).toBeGreaterThan(0);
  });
});

describe('lessons about a part of the project', () => {
  const scoped = lesson('scoped', { kind: 'convention', scope: ['services/api/**'] });

  it('go to rules for that part, where all who read the file have such, and leave with their lesson', async () => {
    const first = await plan(['claude-code'], [shared, scoped]);
    expect(placed(first)).toEqual({
      'orchard/CLAUDE.md': ['shared'],
      'orchard/.claude/rules/hardwon-services-api.md': ['scoped'],
    });
    await applyPlan(first, { dataDir: project.dataDir, now: NOW });
    expect(await project.read('.claude/rules/hardwon-services-api.md')).toMatch(
      /^---\npaths:\n {2}- "services\/api\/\*\*"\n---\n/,
    );
    expect((await plan(['claude-code'], [shared, scoped])).changes).toEqual([]);
    const retired = await plan(['claude-code'], [shared, { ...scoped, status: 'retired' }]);
    expect(retired.changes.filter(({ after }) => after === undefined).map(({ path }) => path)).toEqual([
      join(project.root, '.claude/rules/hardwon-services-api.md'),
    ]);
  });

  it('go to instructions of Copilot, and stay in a file that others read', async () => {
    const { changes } = await plan(['copilot'], [scoped]);
    const change = changes.find(({ path }) =>
      path.endsWith('.github/instructions/hardwon-services-api.instructions.md'),
    );
    expect(change?.after).toMatch(/^---\napplyTo: "services\/api\/\*\*"\n---\n/);
    expect(await where(['copilot', 'codex'], [scoped])).toEqual({ 'orchard/AGENTS.md': ['scoped'] });
  });

  it('stay where everybody sees them if they are needed before a file is opened', async () => {
    const path = lesson('path', { kind: 'path', scope: ['services/api/**'] });
    expect(await where(['claude-code'], [path])).toEqual({ 'orchard/CLAUDE.md': ['path'] });
  });
});

describe('a file that is asked for', () => {
  it.each(['docs/agents.md', '.github/instructions/all.instructions.md'])(
    'gets what is for everybody: %s',
    async (name) => {
      const targets = [join(project.root, name)];
      expect(await where(['claude-code'], [shared, machine], { targets })).toMatchObject({
        'orchard/CLAUDE.md': ['shared'],
        'orchard/CLAUDE.local.md': ['machine'],
        [`orchard/${name}`]: ['shared'],
      });
    },
  );

  it('may be anywhere, and then has a block for each project', async () => {
    const target = join(project.base, 'team.md');
    const { changes } = await plan(['claude-code'], [shared], { targets: [target] });
    expect(changes.find(({ path }) => path === target)?.after).toMatch(
      /^<!-- hardwon:learn:start project=[0-9a-f]{8} -->\n/,
    );
  });

  it('serves the agents, too, that read it', async () => {
    await project.write('AGENTS.md', '# Orchard\n');
    expect(Object.keys(await where(['codex'], [shared], { targets: [join(project.root, 'AGENTS.md')] }))).toEqual([
      'orchard/AGENTS.md',
    ]);
  });
});
