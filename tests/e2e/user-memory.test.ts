import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from '../loop/support/answering-server.ts';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';
import { oneLesson } from './stories.ts';

afterAll(clearStages);

const OWN = '.config/hardwon/.memory/harness-learnings.md';
const TEXT = `## L-001: List the harbours first
- Pattern: There may be one.
- Guidance: List the harbours first. When: Adding one.
- Confidence: low
- Occurrences: 1
- First seen: 2026-01-02
- Last seen: 2026-01-02
- Status: watching
- Origin: learned on 2026-01-02 from planning error

## L-002: Check the tide
- Pattern: It may be low.
- Guidance: Check the tide. When: Adding a berth.
- Confidence: medium
- Occurrences: 2
- First seen: 2026-03-02
- Last seen: 2026-03-02
- Status: ready
- Origin: learned on 2026-03-02 from planning error
`;

async function makeOwnStage(story?: string): Promise<Stage> {
  const stage = await makeStage(story);
  await put(stage, OWN, TEXT);
  return stage;
}

async function put(stage: Stage, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(stage.home, path)), { recursive: true });
  await writeFile(join(stage.home, path), text);
}

const get = (stage: Stage, path: string) => readFile(join(stage.home, path), 'utf8').catch(() => undefined);
const userFile = (stage: Stage) => get(stage, '.claude/CLAUDE.md');

describe("the user's own memory", () => {
  it('begins with what holds for it, not for a project', async () => {
    const stage = await makeStage();
    const report = [
      '--failure-type',
      'other',
      '--description',
      'It edits dist/',
      '--context',
      'Edit src/ and run make',
    ];
    expect((await stage.run(['report-failure', ...report, '--user', '--yes'])).code).toBe(0);
    const [head = ''] = (await get(stage, OWN))?.split('## L-001') ?? [];
    expect(head).toContain('in all your projects');
    expect(head).toContain('`hardwon reject L-001 --user`');
    expect(head).not.toMatch(/this project|hardwon share/);
  });

  it('takes the word of a person, and brings their file in line; undo takes both back', async () => {
    const stage = await makeOwnStage();
    await put(stage, '.claude/CLAUDE.md', 'Be brief.\n');
    const done = await stage.run(['confirm', '--human', '1', '--user']);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toBe(`L-001 is confirmed, with high confidence: List the harbours first

Written:
  ~/.config/hardwon/.memory/harness-learnings.md
  ~/.claude/CLAUDE.md

undo it:      hardwon undo --user
`);
    expect(await userFile(stage)).toContain('- **Rule**: List the harbours first\n');
    expect(await userFile(stage)).toContain('- **Rule**: Check the tide\n');
    expect((await stage.run(['undo'])).code).toBe(0);
    expect(await userFile(stage)).toBe('Be brief.\n');
    expect(await get(stage, OWN)).toBe(TEXT);
  });

  it('goes back from anywhere, also where the project changed since', async () => {
    const stage = await makeOwnStage(oneLesson);
    expect(await stage.run(['undo', '--user'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('nothing to undo'),
    });
    await stage.run(['confirm', '--human', 'L-001', '--user']);
    await stage.run(['learn', '--apply']);
    const { code, stdout } = await stage.run(['undo', '--user'], { cwd: stage.home });
    expect(code).toBe(0);
    expect(stdout).toContain(
      '  restored ~/.config/hardwon/.memory/harness-learnings.md\n  removed  ~/.claude/CLAUDE.md\n',
    );
    expect(await get(stage, OWN)).toBe(TEXT);
    expect(await stage.read('.memory/harness-learnings.md')).toContain('## L-001');
    expect((await stage.run(['undo', '--user', '--project', '.'])).code).toBe(2);
  });

  it('confirms a rule that waited since a model made it', async () => {
    const stage = await makeStage();
    const rule = '- **Rule**: List the harbours first.\n- **When**: Adding one.\n- **Why**: There may be one.';
    const { url } = await startServer([{ json: { analysis: 'It did not look.', rule } }]);
    await put(
      stage,
      '.config/hardwon/hardwon.config.json',
      JSON.stringify({ teacher: { mode: 'webhook' }, n8n: { webhookUrl: url } }),
    );
    const report = [
      'report-failure',
      '--failure-type',
      'planning_error',
      '--description',
      'It built another one',
      '--user',
    ];
    const { stdout } = await stage.run(report);
    expect(await userFile(stage)).toBeUndefined();
    const next = /confirm it: {3}hardwon (.*)/.exec(stdout)?.[1];
    expect(next).toBe('confirm L-001 --user');
    expect((await stage.run([...(next?.split(' ') ?? []), '--human'])).code).toBe(0);
    expect(await userFile(stage)).toContain('- **Rule**: List the harbours first\n');
  });

  it('edits, forgets and restores a rule, for every agent that is found', async () => {
    const stage = await makeOwnStage();
    await put(stage, '.codex/config.toml', '');
    const edit = await stage.run([
      'memory',
      'edit',
      'L-002',
      '--guidance',
      'Ask for the tide. When: Adding a berth.',
      '--user',
    ]);
    expect(edit.code).toBe(0);
    expect(await get(stage, '.codex/AGENTS.md')).toContain('- **Rule**: Ask for the tide\n');
    expect(await userFile(stage)).toBeUndefined();
    const forgotten = await stage.run(['memory', 'forget', 'L-002', '--user', '--json']);
    expect(JSON.parse(forgotten.stdout)).toMatchObject({
      ids: ['L-002'],
      root: join(stage.home, '.config/hardwon'),
      applied: true,
      changes: [{ name: `~/${OWN}` }, { action: 'create' }, { name: '~/.codex/AGENTS.md', action: 'remove' }],
    });
    expect((await stage.run(['restore', '--user'])).stdout).toBe('L-002 rejected 2026-03-09  Check the tide\n');
    expect((await stage.run(['restore', 'L-002', '--user'])).code).toBe(0);
    expect(await get(stage, '.codex/AGENTS.md')).toContain('- **Rule**: Ask for the tide\n');
    const none = await stage.run(['memory', 'edit', 'L-009', '--title', 'x', '--user']);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no lesson L-009 in') });
  });

  it('is tidied', async () => {
    const stage = await makeOwnStage();
    const dry = await stage.run(['tidy', '--user']);
    expect(dry.stdout).toContain('  L-001 List the harbours first (seen 66 days ago)');
    expect(dry.stdout).toContain('hardwon tidy --apply --user');
    expect((await stage.run(['tidy', '--user', '--apply'])).code).toBe(0);
    expect(await get(stage, OWN)).not.toContain('L-001');
    expect(await userFile(stage)).toContain('- **Rule**: Check the tide\n');
  });

  it('has conflicts that are settled', async () => {
    const stage = await makeStage();
    await put(stage, OWN, TEXT.replace('- Status: watching', '- Status: watching\n- CONFLICT: may contradict L-002'));
    expect((await stage.run(['resolve'])).code).toBe(1);
    expect((await stage.run(['resolve', '--user'])).stdout).toContain('may contradict L-002 Check the tide');
    expect((await stage.run(['resolve', 'L-001', '--user'])).stdout).toContain('hardwon resolve L-001 --both --user');
    expect((await stage.run(['resolve', '--human', 'L-001', '--keep', 'L-001', '--user'])).code).toBe(0);
    expect(await userFile(stage)).toContain('- **Rule**: List the harbours first\n');
    expect(await userFile(stage)).not.toContain('Check the tide');
  });

  it('is not changed where a lesson of the project is meant, which is said', async () => {
    const stage = await makeOwnStage(oneLesson);
    for (const words of [
      ['reject', 'L-001'],
      ['confirm', '--human', 'L-001'],
      ['resolve', 'L-001'],
      ['memory', 'edit', 'L-001', '--title', 'x'],
    ]) {
      // What `learn` shows as L-001 is in no memory yet.
      const { code, stderr } = await stage.run(words);
      expect(code).toBe(2);
      expect(stderr).toContain('Your own memory has L-001, "List the harbours first": --user means that one.');
    }
    await stage.run(['learn', '--apply']);
    expect((await stage.run(['reject', 'L-001'])).stdout).toContain('Use `uv run python`, not `python3`');
    expect(await get(stage, OWN)).toBe(TEXT);
    const both = await stage.run(['confirm', '--human', 'L-001', '--user', '--project', '.']);
    expect(both).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--user and --project cannot be combined.'),
    });
  });

  it('is looked into where the project has no such lesson', async () => {
    const stage = await makeOwnStage(oneLesson);
    expect(joinLines((await stage.run(['memory'])).stdout)).toContain(
      'Your own memory has 2 lessons: hardwon memory --user',
    );
    await stage.run(['learn', '--apply']);
    const show = await stage.run(['memory', 'show', 'L-002']);
    expect(joinLines(show.stdout)).toContain('file ~/.config/hardwon/.memory/harness-learnings.md:11');
    expect((await stage.run(['memory', 'show', 'L-002', '--project', '.'])).code).toBe(2);
    const why = await stage.run(['why', 'L-002']);
    expect(why.code).toBe(0);
    expect(joinLines(why.stdout)).toContain('memory your own: ~/.config/hardwon/.memory/harness-learnings.md');
    expect(joinLines(why.stdout)).toContain('it was made from a failure outside the logs.');
    expect(joinLines(why.stdout)).toContain('origin learned on 2026-03-02 from planning error');
    expect(JSON.parse((await stage.run(['why', 'L-001', '--json'])).stdout)).toMatchObject({ project: 'harbour' });
    const own = JSON.parse((await stage.run(['why', 'L-001', '--user', '--json'])).stdout);
    expect(own).toMatchObject({
      userMemory: join(stage.home, OWN),
      lesson: { title: 'List the harbours first' },
      calls: [],
    });
    expect((await stage.run(['why', 'L-007'])).stderr).toContain('harbour has no lesson L-007.');
  });
});
