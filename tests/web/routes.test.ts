import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectChanges } from '../../src/web/answers/changes.ts';
import type { LessonDetail, Lessons } from '../../src/web/answers/lessons.ts';
import type { Failures, Overview } from '../../src/web/answers/overview.ts';
import type { Excerpt, SessionDetail, Sessions } from '../../src/web/answers/sessions.ts';
import type { Status } from '../../src/web/answers/status.ts';
import { clearStages, makeStage, type Stage } from '../e2e/stage.ts';
import { everyFile, laterLesson, opposedLessons } from '../e2e/stories.ts';
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

  it('writes to a clone that has the sessions of its remote, where it was started in it', async () => {
    const elsewhere = await makeStage(everyFile, 'old-harbour');
    const remote = ['config', 'remote.origin.url', 'https://example.org/ada/harbour.git'];
    await elsewhere.git(remote);
    const clone = join(elsewhere.home, 'harbour');
    await mkdir(clone);
    await elsewhere.git(['init', '--quiet'], clone);
    await elsewhere.git(remote, clone);
    const served = await serveStage({ home: elsewhere.home, project: clone });
    const { projects, here } = await served.get<Status>('/api/status');
    expect(projects).toMatchObject([{ id: here, root: '~/harbour', writable: true }]);
    const [changes] = (await served.get<{ projects: ProjectChanges[] }>('/api/diff')).projects;
    expect(changes).toMatchObject({ writable: true });
    expect(changes?.changes.map(({ name }) => name)).toContain('CLAUDE.md');
    expect(JSON.stringify(changes)).not.toContain('old-harbour');
  });

  it('names the lesson that another one gives way to', async () => {
    const served = await serveStage(await makeStage(opposedLessons));
    const { rows } = await served.get<Lessons>('/api/lessons?show=all');
    const [told, watched] = ['ready', 'watching'].map((status) => rows.find((row) => row.status === status));
    const detail = (row: typeof told) => served.get<LessonDetail>(`/api/lessons/${row?.project}/${row?.id}`);
    expect(await detail(watched)).toMatchObject({ yieldsTo: [{ id: told?.id, title: told?.title }], similar: [] });
    expect(await detail(told)).toMatchObject({ yieldsTo: [] });
  });

  it('takes secrets out of what it answers, whatever that was made of', async () => {
    const token = `gh${'p_'}${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const other = await makeStage(everyFile);
    await writeFile(join(other.project, 'CLAUDE.md'), `Push with ${token}.\n`);
    const served = await serveStage(other);
    const diff = JSON.stringify(await served.get('/api/diff'));
    expect(diff).toContain('Push with [redacted:github].');
    expect(diff).not.toContain(token);
    const key = { host: new URL(served.address).host, authorization: `Bearer ${served.token}` };
    expect((await served.raw(`/api/${token}`, key)).body).toBe(
      '{"error":"There is nothing at /api/[redacted:github]."}',
    );
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
    // What the card says is what the list has that it leads to.
    for (const agent of ['claude-code', 'codex']) {
      const { lessons } = await server.get<Overview>(`/api/overview?agent=${agent}`);
      expect((await server.get<Lessons>(`/api/lessons?agent=${agent}`)).counts).toMatchObject({
        ...{ ready: lessons.ready, watching: lessons.watching, review: lessons.review },
      });
    }
    expect(nobody.lessons.ready).toBe(0);
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

  it('tells which kinds there are, whichever is chosen', async () => {
    const { kinds, total } = await server.get<Lessons>('/api/lessons');
    expect(kinds.reduce((sum, { lessons }) => sum + lessons, 0)).toBe(total);
    const chosen = await server.get<Lessons>('/api/lessons?kind=environment');
    expect(chosen.kinds).toEqual(kinds);
    expect(chosen.total).toBe(kinds.find(({ kind }) => kind === 'environment')?.lessons);
    const watched = await server.get<Lessons>('/api/lessons?show=watching');
    expect(watched.kinds.reduce((sum, { lessons }) => sum + lessons, 0)).toBe(watched.total);
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
    expect(session.failures[0]).toMatchObject({
      index: 0,
      input: 'python3 tools/load.py',
      outcome: 'failed',
      kind: 'module-missing',
      work: false,
      fixedBy: 1,
      fix: { name: 'Bash', input: 'uv run python tools/load.py' },
      lesson: failed?.lesson?.id,
      title: failed?.lesson?.title,
    });
    expect(session.failures.filter(({ outcome }) => outcome === 'failed')).toHaveLength(session.about.failures);
    const rest = await server.get<SessionDetail>(`/api/sessions/${first?.agent}/${first?.session}?offset=1&limit=1`);
    expect(rest.calls.map(({ index }) => index)).toEqual([1]);
    const whole = await server.get<{ output: string }>(`/api/calls/${failed?.agent}/${failed?.id}`);
    expect(whole.output).toContain("No module named 'polars'");
  });

  it('tells how a failed call and the one that worked differ', async () => {
    const [{ agent, session } = { agent: '', session: '' }] = (
      await server.get<Sessions>('/api/sessions?failed=true')
    ).rows.slice(-1);
    const recovery = await server.get<Excerpt>(`/api/sessions/${agent}/${session}/recoveries/0`);
    expect(recovery).toMatchObject({ agent, session, failed: 0, fix: 1 });
    expect(recovery.calls.map(({ input }) => input)).toEqual(['python3 tools/load.py', 'uv run python tools/load.py']);
    expect(recovery.difference?.filter(({ change }) => change === 'removed')).toEqual([
      { text: 'python3', change: 'removed' },
    ]);
    const alone = await server.get<Excerpt>(`/api/sessions/${agent}/${session}/recoveries/1`);
    expect(alone.fix).toBeUndefined();
    expect(alone.difference).toBeUndefined();
    await expect(server.get(`/api/sessions/${agent}/${session}/recoveries/900`)).rejects.toThrow('404');
    await expect(server.get(`/api/sessions/${agent}/${session}/recoveries/first`)).rejects.toThrow('400');
    await expect(server.get('/api/sessions/codex/nothing/recoveries/0')).rejects.toThrow('404');
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
