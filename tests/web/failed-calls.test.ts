import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Failures, Overview } from '../../src/web/answers/overview.ts';
import type { FailedCalls, SessionDetail, SessionStrip, Sessions } from '../../src/web/answers/sessions.ts';
import type { Status } from '../../src/web/answers/status.ts';
import { clearStages, makeStage, type Stage } from '../e2e/stage.ts';
import { everyFile, laterLesson } from '../e2e/stories.ts';
import { endServers, type ServedStage, serveStage } from './served.ts';

let stage: Stage;
let server: ServedStage;
let project: string;
beforeAll(async () => {
  stage = await makeStage(everyFile);
  await stage.tell(laterLesson);
  server = await serveStage(stage);
  project = (await server.get<Status>('/api/status')).projects[0]?.id ?? '';
});
afterAll(async () => {
  await endServers();
  await clearStages();
});

describe('failed calls', () => {
  it('are those that the overview counts, by kind and by day', async () => {
    const { totals, causes } = await server.get<Overview>('/api/overview');
    const all = await server.get<FailedCalls>('/api/calls');
    expect([all.total, all.rows.length]).toEqual([totals.failures, totals.failures]);
    expect(causes.length).toBeGreaterThan(1);
    for (const { kind, failures } of causes) {
      const { rows, total } = await server.get<FailedCalls>(`/api/calls?kind=${kind}`);
      expect([kind, total, rows.length]).toEqual([kind, failures, failures]);
      expect(new Set(rows.map((row) => row.kind))).toEqual(new Set([kind]));
    }
    const series = await server.get<Failures>('/api/failures');
    for (const [index, day] of series.days.entries())
      expect((await server.get<FailedCalls>(`/api/calls?since=${day}&until=${day}`)).total).toBe(
        series.failures[index],
      );
  });

  it('can be paged through without losing one, and each leads to its call', async () => {
    const { rows } = await server.get<FailedCalls>('/api/calls');
    const pages: FailedCalls['rows'] = [];
    for (let offset = 0; offset < rows.length; offset += 2)
      pages.push(...(await server.get<FailedCalls>(`/api/calls?offset=${offset}&limit=2`)).rows);
    expect(pages).toEqual(rows);
    for (const { agent, session, index, kind } of rows.slice(0, 3)) {
      const { calls } = await server.get<SessionDetail>(`/api/sessions/${agent}/${session}?offset=${index}&limit=1`);
      expect(calls).toMatchObject([{ index, kind, outcome: 'failed' }]);
    }
  });
});

describe('a backtest', () => {
  it('splits avoidable failures by whether a lesson was there in time', async () => {
    const { rows } = await server.get<FailedCalls>('/api/calls');
    const [first, second] = rows;
    const callOf = async (row: typeof first) =>
      (await server.get<SessionDetail>(`/api/sessions/${row?.agent}/${row?.session}?offset=${row?.index}&limit=1`))
        .calls[0]?.id;
    const one = async (row: typeof first, outcome: string) => {
      return {
        agent: row?.agent,
        session: row?.session,
        call: await callOf(row),
        at: row?.at,
        outcome,
        title: 'Use `uv`',
      };
    };
    const total = { verdict: 'measured', sessions: 2, calls: 9, failures: 3, known: 2, shown: 1, fixed: 0, agreed: 0 };
    const cases = [await one(first, 'shown'), await one(second, 'missed')];
    const script = join(stage.home, 'backtest.mjs');
    const report = { at: '2026-03-09T12:00:00Z', total, projects: [{ id: project, cases }] };
    await writeFile(script, `console.log(${JSON.stringify(JSON.stringify(report))});`);
    const served = await serveStage(stage, { backtest: [process.execPath, script] });
    const overview = () => served.get<Overview>('/api/overview');
    await expect.poll(async () => (await overview()).proof).toMatchObject({ avoidable: 2, inTime: 1 });
    expect((await served.get<Overview>('/api/overview?since=2026-03-09')).proof).toMatchObject({
      avoidable: 0,
      inTime: 0,
    });
    const inTime = await served.get<FailedCalls>('/api/calls?lesson=in-time');
    expect(inTime).toMatchObject({
      total: 1,
      rows: [{ session: first?.session, index: first?.index, inTime: 'Use `uv`' }],
    });
    expect(await served.get<FailedCalls>('/api/calls?lesson=late')).toMatchObject({
      total: 1,
      rows: [{ index: second?.index }],
    });
    const { series, failures } = await served.get<Failures>('/api/failures?by=lesson');
    const sums = series.map((each) => each.failures.reduce((sum, count) => sum + count, 0));
    expect(series.map(({ key }) => key)).toEqual(['in-time', 'late', 'other']);
    expect(sums).toEqual([1, 1, failures.reduce((sum, count) => sum + count, 0) - 2]);
  });
});

describe('sessions with the same title', () => {
  it('are one row with all of their calls, and can be listed apart', async () => {
    const apart = await server.get<Sessions>('/api/sessions');
    const grouped = await server.get<Sessions>('/api/sessions?group=true');
    expect(grouped.sessions).toBe(apart.total);
    const group = grouped.rows.find((row) => row.group);
    const same = apart.rows.filter(({ title }) => title !== undefined && title === group?.title);
    expect(same.length).toBeGreaterThan(1);
    const calls = same.reduce((sum, row) => sum + row.calls, 0);
    expect(group?.group).toMatchObject({ sessions: same.length, calls });
    const listed = await server.get<Sessions>(
      `/api/sessions?group=false&title=${encodeURIComponent(group?.title ?? '')}`,
    );
    expect(listed.rows).toEqual(same);
  });

  it('have strips as their calls were', async () => {
    const [row] = (await server.get<Sessions>('/api/sessions?failed=true')).rows;
    const { strip } = await server.get<SessionDetail>(`/api/sessions/${row?.agent}/${row?.session}`);
    expect(await server.get<SessionStrip>(`/api/sessions/${row?.agent}/${row?.session}/strip`)).toEqual({ strip });
    expect(strip).toContain('x');
  });
});
