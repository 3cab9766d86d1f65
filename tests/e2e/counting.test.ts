import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage, type Stage } from './stage.ts';
import { oneLesson } from './stories.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await makeStage(oneLesson);
  expect(await stage.run(['learn', '--apply'])).toMatchObject({ code: 0 });
});
afterAll(clearStages);

/** Notes in the journal that a lesson was shown, and that it helped. */
async function help(lesson: string, call: string, minute: number, as = 'advice'): Promise<void> {
  const folder = join(stage.home, '.local/share/hardwon/live');
  await mkdir(folder, { recursive: true });
  const at = new Date(Date.UTC(2026, 2, 9, 8, minute)).toISOString();
  const of = { lesson, project: stage.project, agent: 'claude-code', session: 'one', at };
  const lines = [
    { ...of, what: 'shown', as, call },
    { ...of, what: 'followed', as, yes: true, call: `${call}2`, of: call },
    { ...of, what: 'helped', as, yes: true, call: `${call}2`, of: call },
  ];
  await appendFile(join(folder, 'journal.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const helpedLine = async () => /^- Helped: (\d+)/m.exec((await stage.read('.memory/harness-learnings.md')) ?? '')?.[1];

describe('how often a lesson helped', () => {
  it('is counted into memory by learn, once for each time, and only when it writes', async () => {
    await help('L-001', 'a', 1);
    await help('L-001', 'b', 2);
    const dry = await stage.learn();
    expect(dry.lessons[0]).toMatchObject({ id: 'L-001', helped: 2, live: { helped: 2 } });
    expect(dry.changes.map(({ name }) => name)).toContain('.memory/harness-learnings.md');
    expect(await helpedLine()).toBeUndefined();
    for (const _ of [1, 2]) expect(await stage.run(['learn', '--apply'])).toMatchObject({ code: 0 });
    expect(await helpedLine()).toBe('2');
    expect((await stage.learn()).changes).toEqual([]);
  });

  it('is seen by a run whose answer is kept, though only the journal is new', async () => {
    await help('L-001', 'c', 3);
    expect((await stage.learn()).lessons[0]).toMatchObject({ helped: 3 });
    await stage.run(['learn', '--apply']);
    expect(await helpedLine()).toBe('3');
  });

  it('is taken back by undo, and counted again by the next run', async () => {
    expect(await stage.run(['undo'])).toMatchObject({ code: 0 });
    expect(await helpedLine()).toBe('2');
    await stage.run(['learn', '--apply']);
    expect(await helpedLine()).toBe('3');
  });

  it('is shown by why and check', async () => {
    expect((await stage.run(['why', 'L-001'])).stdout).toContain('3 times, on all machines');
    const { issues } = JSON.parse((await stage.run(['check', '--tool', 'python3', '--json'])).stdout);
    expect(issues[0]).toMatchObject({ id: 'L-001', helped: 3 });
    expect((await stage.run(['check', '--tool', 'python3'])).stdout).toContain('helped 3 times');
  });

  it('is times_prevented of a tool fix where a call was stopped, on top of what somebody else counted, else times_helped', async () => {
    const fix = [
      '--tool',
      'deploy',
      '--error-pattern',
      'manifest unknown',
      '--root-cause',
      'short hash',
      '--fix',
      'full hash',
    ];
    expect(await stage.run(['learn-fix', ...fix])).toMatchObject({ code: 0 });
    const path = '.memory/learned/tool_fixes.yaml';
    const before = (await stage.read(path)) ?? '';
    expect(before).toContain('times_prevented: 0');
    const id = /id: (L-\d+)/.exec(before)?.[1] ?? '';
    await stage.write(path, `# mine\n${before.replace('times_prevented: 0', 'times_prevented: 4 # by hand')}`);
    await help(id, 'd', 4, 'denial');
    await help(id, 'e', 5, 'known-issue');
    await stage.run(['learn', '--apply']);
    const after = await stage.read(path);
    expect(after).toMatch(/^# mine\n/);
    expect(after).toContain('times_prevented: 5 # by hand');
    expect(after).toContain('times_helped: 2');
    const issue = JSON.parse((await stage.run(['check', '--tool', 'deploy', '--json'])).stdout).issues[0];
    expect(issue).toMatchObject({ id, helped: 2 });
    // Nothing is counted twice, whichever file is read first.
    await stage.run(['learn', '--apply']);
    expect(await stage.read(path)).toBe(after);
  });
});
