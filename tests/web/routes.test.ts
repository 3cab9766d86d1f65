import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Failures,
  LessonDetail,
  Lessons,
  Overview,
  ProjectChanges,
  SessionDetail,
  Sessions,
  Status,
} from '../../src/web/answers.ts';
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

describe('what the server tells', () => {
  it('knows the projects, and the one it was started in', async () => {
    const status = await server.get<Status>('/api/status');
    expect(status).toMatchObject({ ready: true, readOnly: false, here: project, agents: [{ name: 'claude-code' }] });
    expect(status.projects).toMatchObject([{ name: 'harbour', root: '~/harbour', writable: true }]);
    expect(await server.get('/api/projects')).toEqual({ projects: status.projects });
  });

  it('sums up as learn does', async () => {
    const { figures } = await stage.learn();
    const { totals, causes, projects } = await server.get<Overview>('/api/overview');
    expect(totals).toMatchObject({
      sessions: figures.sessions,
      calls: figures.calls,
      failures: figures.failures,
      rejected: figures.rejected,
      blocked: figures.blocked,
    });
    expect(Object.fromEntries(causes.map(({ kind, failures }) => [kind, failures]))).toEqual(figures.byKind);
    expect(projects).toEqual([{ id: project, name: 'harbour', calls: figures.calls, failures: figures.failures }]);
    expect(totals.lostCalls).toBeGreaterThan(0);
  });

  it('counts a part of the time, and as much before it', async () => {
    const { totals, before } = await server.get<Overview>('/api/overview?since=2026-03-05');
    expect(totals.sessions).toBe(2);
    expect(before?.sessions).toBeGreaterThan(0);
    const outside = await server.get<Overview>('/api/overview?since=2027-01-01');
    expect(outside.totals.calls).toBe(0);
    const nobody = await server.get<Overview>('/api/overview?agent=codex');
    expect(nobody.totals.calls).toBe(0);
  });

  it('gives failures by day that add up to the sum', async () => {
    const { totals } = await server.get<Overview>('/api/overview');
    for (const by of ['project', 'agent']) {
      const { days, failures, calls, series, step } = await server.get<Failures>(`/api/failures?by=${by}`);
      const sum = (list: number[]) => list.reduce((total, count) => total + count, 0);
      expect(step).toBe(1);
      expect([sum(failures), sum(calls)]).toEqual([totals.failures, totals.calls]);
      expect(sum(series.flatMap((each) => each.failures))).toBe(totals.failures);
      expect(days).toHaveLength(failures.length);
    }
  });

  it('lists lessons by what is asked for', async () => {
    const all = await server.get<Lessons>('/api/lessons');
    const { lessons } = await stage.learn();
    expect(all.total).toBe(lessons.length);
    expect(all.counts.all).toBe(all.counts.ready + all.counts.watching + all.counts.retired + all.counts.promoted);
    const found = await server.get<Lessons>('/api/lessons?search=uv%20PYTHON3');
    expect(found.rows.map(({ kind }) => kind)).toEqual(['environment']);
    const ready = await server.get<Lessons>('/api/lessons?show=ready&limit=2&offset=1&sort=id');
    expect(ready.rows).toHaveLength(2);
    expect(ready.total).toBe(all.counts.ready);
    expect(ready.rows.every(({ status }) => status === 'ready')).toBe(true);
    expect((await server.get<Lessons>('/api/lessons?kind=path&confidence=low')).total).toBe(0);
  });

  it('shows of a lesson what is behind it', async () => {
    const [row] = (await server.get<Lessons>('/api/lessons?search=uv')).rows;
    const lesson = await server.get<LessonDetail>(`/api/lessons/${project}/${row?.id}`);
    expect(lesson).toMatchObject({ isNew: true, deliveredIn: ['CLAUDE.md'], writable: true, occurrences: 3 });
    expect(lesson.triggerDetail).toMatchObject({ rule: 'Bash(python3 *)', failed: 3 });
    const [excerpt] = lesson.excerpts;
    expect(excerpt?.calls.map(({ input, outcome }) => [input, outcome])).toEqual([
      ['python3 tools/plot.py', 'failed'],
      ['uv run python tools/plot.py', 'ok'],
    ]);
    expect(excerpt?.difference?.filter(({ change }) => change !== 'same').map(({ text }) => text)).toContain('python3');
    expect(lesson.journal[0]).toMatchObject({ text: 'first seen' });
    await expect(server.get(`/api/lessons/${project}/L-999`)).rejects.toThrow('404');
    await expect(server.get('/api/lessons/elsewhere/L-001')).rejects.toThrow('404');
  });

  it('leads from a failure to its fix and its lesson', async () => {
    const { rows, total } = await server.get<Sessions>('/api/sessions?failed=true');
    expect(total).toBe(rows.length);
    const first = rows.at(-1);
    const session = await server.get<SessionDetail>(`/api/sessions/${first?.agent}/${first?.session}`);
    expect(session.strip).toHaveLength(session.about.calls);
    const failed = session.calls.find(({ input }) => input.startsWith('python3'));
    expect(failed).toMatchObject({ index: 0, outcome: 'failed', kind: 'module-missing', fixedBy: 1 });
    expect(session.calls[1]?.fixes).toEqual([0]);
    expect(failed?.lesson?.title).toContain('uv run python');
    const rest = await server.get<SessionDetail>(`/api/sessions/${first?.agent}/${first?.session}?offset=1&limit=1`);
    expect(rest.calls.map(({ index }) => index)).toEqual([1]);
    const whole = await server.get<{ output: string }>(`/api/calls/${failed?.agent}/${failed?.id}`);
    expect(whole.output).toContain("No module named 'polars'");
  });

  it('shows what would be written, as learn does', async () => {
    const { changes } = await stage.learn();
    const { projects } = await server.get<{ projects: ProjectChanges[] }>('/api/diff');
    expect(projects[0]?.changes).toEqual(changes.map(({ name, action, diff }) => ({ name, action, diff })));
    expect(projects[0]?.undo).toBeUndefined();
  });

  it('says which field is wrong', async () => {
    for (const [path, field] of [
      ['/api/overview?since=yesterday', 'since'],
      ['/api/lessons?limit=100000', 'limit'],
      ['/api/lessons?show=everything', 'show'],
      ['/api/failures?by=moon', 'by'],
    ] as const)
      await expect(server.get(path)).rejects.toThrow(new RegExp(`400.*${field}`));
    await expect(server.get('/api/nothing')).rejects.toThrow('404');
  });

  it('need not answer twice what has not changed', async () => {
    const headers = { host: new URL(server.address).host, authorization: `Bearer ${server.token}` };
    const first = await server.raw('/api/overview', headers);
    const second = await server.raw('/api/overview', { ...headers, 'if-none-match': String(first.headers.etag) });
    expect([second.status, second.body]).toEqual([304, '']);
  });
});
