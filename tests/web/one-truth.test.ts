import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentsReport } from '../../src/agents-report.ts';
import type { DescribedProject } from '../../src/described-projects.ts';
import type { ProjectReport } from '../../src/learn-report.ts';
import type { StatsReport } from '../../src/stats-report.ts';
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
  return { start, cwd, branch: 'main', steps: [lint('a'), ok('b', 'ls'), lint('c'), lint('d'), ok('e', 'pnpm run lint:all')] };
}

beforeAll(async () => {
  stage = await makeStage(everyFile);
  await stage.tell(laterLesson);
  await codexWriter.write(stage.home, [stumble(stage.project, '2025-12-04T09:00:00Z', 'codex')]);
  await openCodeWriter.write(stage.home, [stumble(stage.project, '2026-02-26T09:00:00Z', 'opencode')]);
  await stage.run(['learn', '--apply']);
  learned = await stage.learn();
  stats = JSON.parse((await stage.run(['stats', '--json'])).stdout) as StatsReport;
  const page = join(stage.home, 'page.html');
  shared = (JSON.parse((await stage.run(['report', '--html', page, '--json'])).stdout) as { overview: Overview }).overview;
  const server = await serveStage(stage);
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
    const { projects } = JSON.parse((await stage.run(['projects', '--json'])).stdout) as { projects: DescribedProject[] };
    const { agents } = JSON.parse((await stage.run(['agents', '--json'])).stdout) as AgentsReport;
    expect(projects).toMatchObject([{ sessions, calls }]);
    const sum = (of: 'sessions' | 'calls' | 'failed') => agents.reduce((total, agent) => total + (agent.project?.[of] ?? 0), 0);
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
    expect([...failures.days, ...stats.total.weeks.map(({ week }) => week)].filter((day) => !isMonday(day))).toEqual([]);
    const weeks = failures.days
      .map((week, index) => ({ week, calls: failures.calls[index], failures: failures.failures[index] }))
      .filter(({ calls }) => calls !== 0);
    expect(stats.total.weeks.map(({ week, calls, failures: failed }) => ({ week, calls, failures: failed }))).toEqual(weeks);
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
    expect(told).toContain(`Watching: ${watching} lesson`);
  });
});
