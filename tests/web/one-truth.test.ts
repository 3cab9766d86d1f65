import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentsReport } from '../../src/app/agents/agents-report.ts';
import type { DescribedProject } from '../../src/app/history/described-projects.ts';
import type { ProjectReport } from '../../src/app/learn/learn-report.ts';
import type { StatsReport } from '../../src/app/stats/stats-report.ts';
import type { Lessons } from '../../src/web/answers/lessons.ts';
import type { Failures, Overview } from '../../src/web/answers/overview.ts';
import type { Status } from '../../src/web/answers/status.ts';
import { clearStages, joinLines, makeStage, type Stage } from '../e2e/stage.ts';
import { everyFile, laterLesson } from '../e2e/stories.ts';
import type { DescribedSession, Step } from '../support/described-session.ts';
import { codexWriter } from '../support/log-writers/codex.ts';
import { openCodeWriter } from '../support/log-writers/opencode.ts';
import { endServers, serveStage } from './served.ts';

let stage: Stage;
/** The same without a memory. */
let unlearned: Stage;
let server: Awaited<ReturnType<typeof serveStage>>;
let secondServer: Awaited<ReturnType<typeof serveStage>>;
let learned: ProjectReport;
let stats: StatsReport;
let overview: Overview;
let shared: Overview;
let failures: Failures;
let lessons: Lessons;
let status: Status;

/** A session that fails three times for one reason before it finds what works, and reads one call in between. */
function stumble(cwd: string, start: string, label: string): DescribedSession {
  const lint = (id: string): Step => ({
    id: `${label} ${id}`,
    use: { tool: 'shell', command: 'pnpm run lnt' },
    end: { how: 'exit', code: 1, prints: 'ERR_PNPM_NO_SCRIPT  Missing script: lnt' },
  });
  const ok = (id: string, command: string): Step => ({
    id: `${label} ${id}`,
    use: { tool: 'shell', command },
    end: { how: 'ok', prints: 'ok' },
  });
  return {
    start,
    cwd,
    branch: 'main',
    steps: [lint('a'), ok('b', 'ls'), lint('c'), lint('d'), ok('e', 'pnpm run lint:all')],
  };
}

/** A person's rule for every project. */
const REPORT = [
  'report-failure',
  ...['--failure-type', 'other'],
  ...['--description', 'It read an old tide'],
  ...['--context', 'Should run `make tide` first'],
];

/** A home with sessions of three agents. */
async function makeHome(): Promise<Stage> {
  const made = await makeStage(everyFile);
  await made.tell(laterLesson);
  await codexWriter.write(made.home, [stumble(made.project, '2025-12-04T09:00:00Z', 'codex')]);
  await openCodeWriter.write(made.home, [stumble(made.project, '2026-02-26T09:00:00Z', 'opencode')]);
  return made;
}

beforeAll(async () => {
  [stage, unlearned] = await Promise.all([makeHome(), makeHome()]);
  await stage.run(['learn', '--apply']);
  learned = await stage.learn();
  stats = JSON.parse((await stage.run(['stats', '--json'])).stdout) as StatsReport;
  const page = join(stage.home, 'page.html');
  shared = (JSON.parse((await stage.run(['report', page, '--json'])).stdout) as { overview: Overview }).overview;
  server = await serveStage(stage);
  secondServer = await serveStage(unlearned);
  status = await server.get<Status>('/api/status');
  overview = await server.get<Overview>('/api/overview');
  failures = await server.get<Failures>('/api/failures');
  lessons = await server.get<Lessons>('/api/lessons');
});
afterAll(async () => {
  await endServers();
  await clearStages();
});

describe('every door tells the same', () => {
  it('sessions, calls and failures', async () => {
    const { sessions, calls, failures: failed, work } = learned.figures;
    const said = { sessions, calls, failures: failed, work };
    expect(sessions).toBeGreaterThan(5);
    expect(stats.total).toMatchObject(said);
    expect(overview.totals).toMatchObject(said);
    expect(shared.totals).toEqual(overview.totals);
    expect(status.projects).toMatchObject([{ sessions, calls, failures: failed }]);
    expect(failures.calls.reduce((sum, count) => sum + count, 0)).toBe(calls);
    expect(failures.failures.reduce((sum, count) => sum + count, 0)).toBe(failed);
    const byAgent = Object.values(learned.figures.byAgent);
    expect(byAgent.reduce((sum, agent) => sum + agent.calls, 0)).toBe(calls);
    expect(overview.agents.map(({ name }) => name).sort()).toEqual(['claude-code', 'codex', 'opencode']);
  });

  it('what logs show without being mined, and says what its failures are', async () => {
    const { sessions, calls } = learned.figures;
    const { projects } = JSON.parse((await stage.run(['projects', '--json'])).stdout) as {
      projects: DescribedProject[];
    };
    const { agents } = JSON.parse((await stage.run(['agents', '--json'])).stdout) as AgentsReport;
    expect(projects).toMatchObject([{ sessions, calls }]);
    const sum = (of: 'sessions' | 'calls' | 'failed') =>
      agents.reduce((total, agent) => total + (agent.project?.[of] ?? 0), 0);
    expect([sum('sessions'), sum('calls'), sum('failed')]).toEqual([sessions, calls, projects[0]?.failed]);
    for (const command of ['projects', 'agents'])
      expect(joinLines((await stage.run([command])).stdout)).toContain('failed: calls with an error flag.');
  });

  it('calls lost: each once, so that lessons lost no more than all of it', () => {
    const own = learned.lessons.reduce((sum, lesson) => sum + lesson.wastedCalls, 0);
    const lint = learned.lessons.find(({ title }) => title.includes('lnt'));
    // Four calls in each session before the one that worked, however often the same failed.
    expect(lint?.wastedCalls).toBe(8);
    expect(own).toBeLessThanOrEqual(overview.totals.lostCalls);
    expect(own).toBeGreaterThan(overview.totals.lostCalls / 2);
    expect(lessons.rows.reduce((sum, row) => sum + row.wastedCalls, 0)).toBe(own);
  });

  it('weeks: from Monday on, with the calls that were made in them', () => {
    const isMonday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
    expect(stats.total.weeks).toEqual(learned.figures.weeks);
    expect(failures.step).toBe(7);
    expect([...failures.days, ...stats.total.weeks.map(({ week }) => week)].filter((day) => !isMonday(day))).toEqual(
      [],
    );
    const weeks = failures.days
      .map((week, index) => ({ week, calls: failures.calls[index], failures: failures.failures[index] }))
      .filter(({ calls }) => calls !== 0);
    expect(stats.total.weeks.map(({ week, calls, failures: failed }) => ({ week, calls, failures: failed }))).toEqual(
      weeks,
    );
  });

  it('lessons, by what becomes of them', async () => {
    const { ready, watching, retired, promoted } = stats.total.lessons;
    const counts = { ready, watching, retired, promoted };
    expect(watching).toBeGreaterThan(0);
    expect(ready).toBeGreaterThan(0);
    expect(overview.lessons).toMatchObject(counts);
    expect(shared.lessons).toMatchObject(counts);
    expect(lessons.counts).toMatchObject({ ...counts, all: learned.lessons.length });
    const told = joinLines((await stage.run(['learn'])).stdout);
    expect(told).toContain(`Ready: ${ready} lessons`);
    expect(told).toContain(`Watching ${watching} lesson`);
    const says = joinLines((await stage.run(['stats'])).stdout);
    expect(says).toContain(`lessons ${ready} ready, ${watching} watched, ${retired} retired`);
    const page = join(stage.home, 'told.html');
    const reported = joinLines((await stage.run(['report', page])).stdout);
    expect(reported).toContain(`${ready} lessons ready, ${watching} watched, ${promoted} promoted.`);
    expect(await readFile(page, 'utf8')).toMatch(new RegExp(`Watching</dt><dd>${watching}</dd>`));
    expect(joinLines((await stage.run(['doctor'])).stdout)).toContain(
      `${learned.lessons.length} lessons, ${ready} ready.`,
    );
    expect((await stage.run(['memory', 'list', '--status', 'watching', '--json'])).stdout).toContain(
      `"found": ${watching}`,
    );
  });

  it.each([
    ['some days', ['--since', '2026-03-04'], '?since=2026-03-04'],
    ['an agent', ['--agent', 'codex'], '?agent=codex'],
    [
      'an agent on some days',
      ['--agent', 'claude-code', '--until', '2026-03-02'],
      '?agent=claude-code&until=2026-03-02',
    ],
  ])('lessons, where %s are asked for, with a memory and before there is one', async (_, args, query) => {
    for (const one of [stage, unlearned]) {
      const { total } = JSON.parse((await one.run(['stats', '--json', ...args])).stdout) as StatsReport;
      const { ready, watching, retired, promoted } = total.lessons;
      const counts = { ready, watching, retired, promoted };
      expect(ready + watching).toBeGreaterThan(0);
      const report = ['report', join(one.home, 'part.html'), '--force', '--json', ...args];
      const page = (JSON.parse((await one.run(report)).stdout) as { overview: Overview }).overview;
      expect(page.lessons).toMatchObject(counts);
      expect(page.totals).toMatchObject({ calls: total.calls, failures: total.failures });
      const served = one === stage ? server : secondServer;
      expect((await served.get<Overview>(`/api/overview${query}`)).lessons).toMatchObject(counts);
      const agent = query.replace(/[?&](?:since|until)=[\d-]+/, '');
      expect((await served.get<Lessons>(`/api/lessons${agent}`)).counts).toMatchObject(counts);
    }
  });

  it('the user’s own lessons, which are of no project, are counted beside them', async () => {
    const { ready, watching } = stats.total.lessons;
    await stage.run([...REPORT, '--user', '--yes']);
    const own = await serveStage(stage);
    const all = await own.get<Overview>('/api/overview');
    expect(all.lessons).toMatchObject({ ready: ready + 1, watching, own: 1 });
    expect((await own.get<Lessons>('/api/lessons')).counts).toMatchObject({ ready: ready + 1, watching });
    expect((await own.get<Overview>(`/api/overview?project=${learned.id}`)).lessons).toMatchObject({
      ready,
      watching,
      own: 0,
    });
    expect(overview.lessons.own).toBe(0);
  });
});
