import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StatsReport } from '../../src/app/stats/stats-report.ts';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';
import { laterLesson, oneLesson } from './stories.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await makeStage(oneLesson);
  await stage.tell(laterLesson);
  expect(await stage.run(['learn', '--apply'])).toMatchObject({ code: 0 });
});
afterAll(clearStages);

async function stats(...args: string[]): Promise<StatsReport> {
  const { code, stdout, stderr } = await stage.run(['stats', '--json', ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Writes a journal in place of the one that is there. */
async function note(lines: readonly object[]): Promise<void> {
  const folder = join(stage.home, '.local/share/hardwon/live');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'journal.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const of = (day: number, agent = 'claude-code', session = `s${day}`) => {
  return { at: `2026-03-0${day}T09:00:00.000Z`, project: stage.project, agent, session, lesson: 'L-001' };
};

describe('stats', () => {
  it('counts failures week by week and lessons, and says what to do where no hook has spoken', async () => {
    const { total, projects, hasJournal } = await stats();
    expect(hasJournal).toBe(false);
    expect(total).toMatchObject({
      sessions: 4,
      calls: 10,
      failures: 5,
      lessons: { ready: 2, watching: 0, retired: 0 },
    });
    expect(total.weeks.reduce((sum, { failures }) => sum + failures, 0)).toBe(5);
    expect(total.weeks.map(({ week }) => new Date(week).getUTCDay())).toEqual(total.weeks.map(() => 1));
    expect(total.causes.map(({ kind }) => kind).sort()).toEqual(['file-missing', 'module-missing']);
    expect(projects).toMatchObject([{ name: 'harbour', root: stage.project, shown: [] }]);
    const { stdout } = await stage.run(['stats']);
    expect(joinLines(stdout)).toContain('No hook has shown a lesson yet. hardwon install puts hooks');
  });

  it('counts what came of lessons that hooks showed, by lesson and agent, since a day', async () => {
    await note([
      { ...of(1), what: 'shown', as: 'advice', call: 'a' },
      { ...of(1), what: 'false-alarm', call: 'a', of: 'a' },
      { ...of(7), what: 'shown', as: 'advice', call: 'b' },
      { ...of(7), what: 'followed', yes: true, call: 'c', of: 'b' },
      { ...of(7), what: 'helped', yes: true, call: 'c', of: 'b' },
      { ...of(8, 'codex'), what: 'shown', as: 'known-issue', call: 'd' },
      { ...of(8, 'codex'), what: 'shown', as: 'session-start' },
      { ...of(8), what: 'shown', as: 'advice', call: 'e', project: '/home/ada/elsewhere' },
    ]);
    const all = await stats();
    expect(all.total.live).toEqual({
      ...{ shown: 3, stopped: 0, asked: 0, followed: 1, ignored: 0, mistakes: 0, helped: 1, falseAlarms: 1 },
      ...{ wrongStops: 0, prevented: 0, unknown: 1, opened: 1, withheld: 0 },
    });
    expect(all.projects[0]?.shown).toMatchObject([
      { id: 'L-001', title: expect.stringContaining('uv run python'), shown: 3 },
    ]);
    expect(all.agents.map(({ agent, shown, helped }) => [agent, shown, helped])).toEqual([
      ['claude-code', 2, 1],
      ['codex', 1, 0],
    ]);
    expect((await stats('--since', '2026-03-06')).total.live).toMatchObject({ shown: 2, helped: 1, falseAlarms: 0 });
    expect((await stats('--agent', 'codex')).total.live).toMatchObject({ shown: 1 });
    for (const columns of ['80', '120']) {
      const { stdout } = await stage.run(['stats'], { env: { COLUMNS: columns } });
      expect(stdout).toMatch(
        /shown +shown +stopped +followed +ignored +mistakes +wrong +prevented\nL-001 .* 3 +0 +1 +0 +0 +1 +0\n/,
      );
      expect(joinLines(stdout)).toContain(
        'Also: helped once (followed, and the changed call worked); outcome unknown once',
      );
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(Number(columns));
    }
  });

  it('counts stops that were heeded as prevented, and wrong ones apart, as why does', async () => {
    await note([
      { ...of(9), what: 'shown', as: 'denial', call: 'p' },
      { ...of(9), what: 'followed', as: 'denial', yes: true, call: 'q', of: 'p' },
      { ...of(9), what: 'helped', as: 'denial', yes: true, call: 'q', of: 'p' },
      { ...of(9), what: 'shown', as: 'denial', call: 'r' },
      { ...of(9), what: 'false-alarm', as: 'denial', call: 's', of: 'r' },
    ]);
    const { live } = (await stats('--since', '2026-03-09')).total;
    expect(live).toMatchObject({
      shown: 2,
      stopped: 2,
      followed: 1,
      helped: 1,
      prevented: 1,
      falseAlarms: 1,
      wrongStops: 1,
    });
    expect(joinLines((await stage.run(['stats'])).stdout)).toContain('wrongly stopped once');
    expect(joinLines((await stage.run(['why', 'L-001'])).stdout)).toMatch(/\(2 stops, 1 wrong\): .*prevented once/);
  });

  it('puts projects side by side with --all', async () => {
    const { stdout } = await stage.run(['stats', '--all']);
    expect(stdout).toContain('harbour');
    expect((await stats('--all')).projects).toHaveLength(1);
  });

  it('says where there are no sessions', async () => {
    const { code, stdout } = await stage.run(['stats'], { cwd: stage.home });
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`There are no sessions for ${stage.home}.\nDid you mean --project`),
    ]);
    const empty = await makeStage();
    expect((await empty.run(['stats'])).code).toBe((await empty.run(['stats', '--json'])).code);
  });
});

describe('stats --effect', () => {
  const session = (number: number, arm: string) => ({
    ...of(1, 'claude-code', `${arm} ${number}`),
    lesson: undefined,
    what: 'session',
    arm,
  });
  const failures = (number: number, arm: string, count: number) =>
    Array.from({ length: count }, (_, call) => {
      return { ...of(1, 'claude-code', `${arm} ${number}`), what: 'known-failure', call: `call ${call}` };
    });

  it('says that nothing is compared, and that there is not enough', async () => {
    await note([]);
    const none = await stage.run(['stats', '--effect']);
    expect([none.code, joinLines(none.stdout)]).toEqual([1, expect.stringContaining('Nothing has been compared yet.')]);
    await note([...Array(30).keys()].map((number) => session(number, number < 7 ? 'held-out' : 'told')));
    const few = await stage.run(['stats', '--effect']);
    expect([few.code, joinLines(few.stdout)]).toEqual([
      1,
      expect.stringContaining('Not enough data: 7 of at least 20 sessions that were held out.'),
    ]);
  });

  it('tells the difference with its interval, and what it does not say', async () => {
    const numbers = [...Array(30).keys()];
    await note([
      ...numbers.flatMap((number) => [session(number, 'told'), ...failures(number, 'told', number % 2)]),
      ...numbers.flatMap((number) => [session(number, 'held-out'), ...failures(number, 'held-out', 2 + (number % 3))]),
    ]);
    const { code, stdout } = await stage.run(['stats', '--effect']);
    expect(code).toBe(0);
    expect(joinLines(stdout)).toContain('Difference: −2.50 per session');
    expect(joinLines(stdout)).toContain('Sessions with hooks had fewer known failures');
    expect(joinLines(stdout)).toContain('all sessions read the same context files');
    const report = JSON.parse((await stage.run(['stats', '--effect', '--json'])).stdout);
    expect(report).toMatchObject({ schema: 1, told: { sessions: 30, failures: 15 }, difference: { verdict: 'fewer' } });
    const elsewhere = await stage.run(['stats', '--effect', '--since', '2026-03-05']);
    expect(joinLines(elsewhere.stdout)).toContain('Nothing has been compared yet.');
  });
});
