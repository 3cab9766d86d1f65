import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { withConfig } from '../../src/app/configured-request.ts';
import { lazyRedactor } from '../../src/sessions/lazy-redactor.ts';
import { findOwnFolders } from '../../src/shared/folders.ts';
import type { Overview } from '../../src/web/answers/overview.ts';
import { buildApp } from '../../src/web/app.ts';
import { BacktestDesk } from '../../src/web/backtest-desk.ts';
import { type PictureMaker, type PicturePart, StepwiseMaker } from '../../src/web/make-picture.ts';
import { Dashboard } from '../../src/web/picture.ts';
import { clearStages, makeStage, NOW, type Stage, shell } from '../e2e/stage.ts';
import { everyFile, oneLesson } from '../e2e/stories.ts';
import { codexWriter } from '../support/log-writers/codex.ts';
import { TOKEN } from './served.ts';

afterAll(clearStages);

function requestOf(stage: Stage, fresh = false) {
  const here = { cwd: stage.project, home: stage.home, env: {}, now: new Date(NOW), join: [] };
  return withConfig({ ...here, all: true, apply: false, force: false, fresh });
}

/** A maker that shows a part after each file, and remembers all parts. */
function makerOf(stage: Stage): { maker: PictureMaker; parts: PicturePart[] } {
  const maker = new StepwiseMaker(() => requestOf(stage), { partAfter: 0 });
  const parts: PicturePart[] = [];
  const remember: PictureMaker = {
    make: (onProgress, onPart) =>
      maker.make(onProgress, (part) => {
        parts.push(part);
        onPart?.(part);
      }),
    open: (report) => maker.open(report),
    close: () => maker.close(),
  };
  return { maker: remember, parts };
}

/** The picture as it is made at once, from an index of its own. */
async function makeAtOnce(stage: Stage) {
  const { library, ...whole } = await new StepwiseMaker(() => requestOf(stage, true)).make(() => {});
  library.close();
  return whole;
}

describe('the first reading', () => {
  it('shows each project as soon as it is known, the current one first, with the progress at that moment', async () => {
    const stage = await makeStage(oneLesson);
    const elsewhere = {
      start: '2026-03-02T09:00:00Z',
      cwd: `${stage.home}/orchard`,
      branch: 'main',
      steps: [shell('make pears')],
    };
    await codexWriter.write(stage.home, [elsewhere]);
    const parts: PicturePart[] = [];
    const maker = new StepwiseMaker(() => requestOf(stage));
    const seen: { partial: boolean; projects: number; reading: unknown }[] = [];
    const dashboard = new Dashboard({
      make: (onProgress, onPart) =>
        maker.make(onProgress, (part) => {
          parts.push(part);
          onPart?.(part);
        }),
      open: (report) => maker.open(report),
      close: () => maker.close(),
    });
    dashboard.onChange(() => {
      if (!dashboard.isReady) return;
      seen.push({
        partial: dashboard.isPartial,
        projects: dashboard.shown.projects.length,
        reading: dashboard.reading?.mined,
      });
    });
    await dashboard.refresh();
    expect(parts.map(({ projects }) => projects.map(({ project }) => project.name))).toEqual([['harbour']]);
    expect(seen).toEqual([
      { partial: true, projects: 1, reading: { done: 1, total: 2 } },
      { partial: false, projects: 2, reading: undefined },
    ]);
    // A later reading replaces the whole picture at once.
    await dashboard.refresh();
    expect(dashboard.isPartial).toBe(false);
    await dashboard.close();
  });

  it('shows sessions while other logs are still being read, without lessons', async () => {
    const stage = await makeStage(everyFile);
    const { maker, parts } = makerOf(stage);
    const { library, ...made } = await maker.make(() => {});
    library.close();
    const [first] = parts;
    expect(first?.reading.mined).toBeUndefined();
    expect(first?.reading.done).toBeGreaterThan(0);
    expect(first?.reading.done).toBeLessThan(first?.reading.total ?? 0);
    const [early] = first?.projects ?? [];
    const [whole] = made.projects;
    expect(early).toMatchObject({
      isUnfinished: true,
      project: { id: whole?.project.id },
      report: { lessons: [], changes: [] },
    });
    expect(early?.sessions.length).toBeLessThan(whole?.sessions.length ?? 0);
    for (const { session, title, figures } of early?.sessions ?? [])
      expect(whole?.sessions.find((each) => each.session === session)).toMatchObject({ title, figures });
    expect(whole?.isUnfinished).toBeUndefined();
    // When everything is read, what was shown stays there until its project is made.
    const [mining] = parts.filter(({ reading }) => reading.mined?.done === 0);
    expect(mining?.projects).toMatchObject([{ isUnfinished: true }]);
  });

  it('ends with the same picture, although a session that was shown has grown since', async () => {
    const stage = await makeStage();
    // The subagent has a log of its own, and its calls belong to the session.
    const use = { tool: 'task' as const, task: 'Moor the boats', kind: 'general-purpose' };
    const steps = [shell('moor --all', 'error: unknown option --all'), shell('moor boats')];
    const task = { id: 'a task', use: { ...use, steps }, end: { how: 'ok' as const, prints: 'moored' } };
    await stage.tellSteps([shell('make quay'), task]);
    const { maker, parts } = makerOf(stage);
    const { library, ...made } = await maker.make(() => {});
    library.close();
    const [before, after] = [parts[0], made].map((shown) =>
      shown?.projects[0]?.sessions.map(({ figures }) => figures.calls),
    );
    expect(before).toEqual([2]);
    expect(after).toEqual([4]);
    expect(made).toEqual(await makeAtOnce(stage));
  });

  it('makes no such parts if it is not asked to, nor for a later picture', async () => {
    const stage = await makeStage(everyFile);
    const parts: PicturePart[] = [];
    const atOnce = new StepwiseMaker(() => requestOf(stage));
    (
      await atOnce.make(
        () => {},
        (part) => parts.push(part),
      )
    ).library.close();
    expect(parts).toEqual([]);
    const { maker, parts: later } = makerOf(stage);
    (await maker.make(() => {})).library.close();
    later.splice(0);
    await stage.tellSteps([shell('make berth')], [shell('make quay')], [shell('make pier')]);
    (await maker.make(() => {})).library.close();
    expect(later).toEqual([]);
  });
});

describe('a part of a picture', () => {
  /** A dashboard that has read everything but does not show the whole of it until it is released. */
  async function holdBack(stage: Stage): Promise<{ picture: Dashboard; release: () => Promise<void> }> {
    const { maker } = makerOf(stage);
    const gate = { open: () => {} };
    const isOpen = new Promise<void>((done) => {
      gate.open = done;
    });
    const picture = new Dashboard({
      ...maker,
      make: async (...args) => {
        const made = await maker.make(...args);
        await isOpen;
        return made;
      },
    });
    const reading = picture.refresh();
    while (!picture.isReady) await wait(5);
    return {
      picture,
      release: () => {
        gate.open();
        return reading;
      },
    };
  }

  it('stays one if reading fails, and is whole after the next reading', async () => {
    const { maker } = makerOf(await makeStage(everyFile));
    let fails = true;
    const picture = new Dashboard({
      ...maker,
      make: async (...args) => {
        const made = await maker.make(...args);
        if (!fails) return made;
        made.library.close();
        throw new Error('The disk is gone.');
      },
    });
    await picture.refresh();
    expect(picture).toMatchObject({ isReady: true, isPartial: true, problem: 'The disk is gone.', reading: undefined });
    fails = false;
    await picture.refresh();
    expect(picture).toMatchObject({ isReady: true, isPartial: false, problem: undefined });
    expect(picture.shown.projects).toMatchObject([
      { report: { lessons: expect.arrayContaining([expect.anything()]) } },
    ]);
    await picture.close();
  });

  it('lets sessions be opened', async () => {
    const { picture, release } = await holdBack(await makeStage(everyFile));
    const [{ agent, session, calls } = { agent: '', session: '', calls: 0 }] =
      picture.shown.projects[0]?.sessions ?? [];
    const read = () => picture.useLibrary((library) => library.readSession({ agent, session }));
    expect(picture.isPartial).toBe(true);
    expect((await read()).calls).toHaveLength(calls);
    await release();
    expect(picture.isPartial).toBe(false);
    expect((await read()).calls).toHaveLength(calls);
    await picture.close();
  });

  it('is answered as such: no answer is taken for one of the whole, and no lesson can be decided on', async () => {
    const stage = await makeStage(everyFile);
    const { cache } = findOwnFolders({ home: stage.home, env: {} });
    const { picture, release } = await holdBack(stage);
    // A backtest of an earlier day, over all sessions.
    const ladder = { at: '2026-03-01T00:00:00Z', verdict: 'measured', sessions: 3, calls: 9, steps: [] };
    const kept = { ladder: { ...ladder, falseAlarmsPer1000: 0, tokensPerSession: 0 }, avoidable: [], basis: 'earlier' };
    await writeFile(join(cache, 'last-backtest.json'), JSON.stringify(kept));
    const desk = new BacktestDesk(cache, [], {});
    await desk.load();
    const here = () => ({ cwd: stage.project, home: stage.home, env: {}, now: new Date(NOW) });
    const app = buildApp({
      ...{ picture, desk, here, page: new Map(), redact: lazyRedactor([]) },
      guard: { token: TOKEN, hosts: () => ['localhost'], readOnly: false },
      request: () => ({ ...here(), join: [] }),
    });
    const ask = (path: string, init: { method?: string; body?: string; etag?: string } = {}) =>
      app.request(`http://localhost${path}`, {
        method: init.method ?? 'GET',
        headers: {
          ...{ host: 'localhost', authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
          ...(init.etag === undefined ? {} : { 'if-none-match': init.etag }),
        },
        ...(init.body === undefined ? {} : { body: init.body }),
      });
    const [project] = picture.shown.projects;
    const early = await ask('/api/overview');
    const etag = early.headers.get('etag') ?? '';
    const figures = (await early.json()) as Overview;
    expect(await (await ask('/api/status')).json()).toMatchObject({
      partial: true,
      projects: [{ unfinished: true, lessons: 0 }],
    });
    expect(figures).not.toHaveProperty('proof');
    expect(figures.lessons.ready).toBe(0);
    expect(await (await ask('/api/diff')).json()).toEqual({ projects: [] });
    const decision = await ask(`/api/lessons/${project?.project.id}/L-001`, {
      method: 'POST',
      body: '{"action":"accept"}',
    });
    expect([decision.status, await decision.json()]).toMatchObject([
      409,
      { error: expect.stringContaining('still being read') },
    ]);
    expect((await ask('/api/backtest', { method: 'POST', body: '{}' })).status).toBe(409);
    await release();
    const late = await ask('/api/overview', { etag });
    expect(late.status).toBe(200);
    expect(late.headers.get('etag')).not.toBe(etag);
    const whole = (await late.json()) as Overview;
    expect(whole.proof).toMatchObject({ at: ladder.at });
    expect(whole.lessons.ready).toBeGreaterThan(0);
    expect(whole.totals.sessions).toBeGreaterThan(figures.totals.sessions);
    await picture.close();
  });
});
