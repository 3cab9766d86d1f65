import type { Context, Hono } from 'hono';
import { AppError } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import type { Mark } from '../answers/overview.ts';
import type { AppParts } from '../app.ts';
import { listCases, type openShelf, showCase } from '../cases.ts';
import { changesOf } from '../changes.ts';
import { recoveryOf } from '../excerpts.ts';
import { answerFailedCalls } from '../failed-calls.ts';
import { failuresOf } from '../failure-series.ts';
import * as inputs from '../inputs.ts';
import { lessonDetailOf } from '../lesson-detail.ts';
import { listLessons } from '../lesson-rows.ts';
import { findMarks } from '../marks.ts';
import { overviewOf } from '../overview.ts';
import { answerSession, answerSessions, answerStrip, SessionShelf } from '../session-answers.ts';
import { sendEvents } from './events.ts';
import { sendAnswer } from './send.ts';
import { answerStatus } from './status.ts';

/** Adds all routes that only read. */
export function addReading(app: Hono, parts: AppParts, openCases: ReturnType<typeof openShelf>): void {
  const { picture, desk, redact } = parts;
  const shelf = new SessionShelf(picture);
  let marked: { version: number; marks: Promise<Mark[]> } | undefined;
  const marks = () => {
    if (marked?.version !== picture.version)
      marked = { version: picture.version, marks: findMarks(picture.shown, findOwnFolders(parts.here()).data) };
    return marked.marks;
  };
  /** A backtest covers all sessions, so it is not compared with part of them. */
  const lastBacktest = () => (picture.isPartial ? undefined : desk.last);
  /** A response made from the picture stays the same until that changes; each part of a picture has a version of its own. */
  const answer = async (context: Context, make: () => unknown) => {
    const etag = `"${picture.version}-${desk.last?.ladder.at ?? ''}-${desk.isRunning}"`;
    context.header('cache-control', 'private, no-cache');
    context.header('etag', etag);
    if (context.req.header('if-none-match') === etag && picture.isReady) return context.body(null, 304);
    return sendAnswer(context, (await make()) as object, redact);
  };
  app.get('/api/status', (context) => sendAnswer(context, answerStatus(parts), redact));
  app.get('/api/events', (context) => sendEvents(context, parts));
  app.get('/api/overview', (context) =>
    answer(context, () => {
      const asked = inputs.check(inputs.askedQuery, context.req.query());
      const dataDir = findOwnFolders(parts.here()).data;
      const team = parts.team?.();
      return overviewOf(
        picture.shown,
        asked,
        picture.isPartial ? { dataDir, isPartial: true } : { desk, dataDir, team },
      );
    }),
  );
  app.get('/api/failures', (context) =>
    answer(context, async () => {
      const { by, ...asked } = inputs.check(inputs.failuresQuery, context.req.query());
      return failuresOf(picture.shown, asked, by, await marks(), lastBacktest());
    }),
  );
  app.get('/api/projects', (context) => answer(context, () => ({ projects: answerStatus(parts).projects })));
  app.get('/api/lessons', (context) =>
    answer(context, () => listLessons(picture.shown, inputs.check(inputs.lessonsQuery, context.req.query()))),
  );
  app.get('/api/lessons/:project/:id', (context) =>
    answer(context, async () => {
      const { project, id } = context.req.param();
      return lessonDetailOf(
        picture.shown,
        { project, id, home: parts.here().home },
        shelf,
        await marks(),
        parts.team?.(),
      );
    }),
  );
  app.get('/api/sessions', (context) =>
    answer(context, () => answerSessions(picture.shown, inputs.check(inputs.sessionsQuery, context.req.query()))),
  );
  app.get('/api/sessions/:agent/:session', (context) =>
    answer(context, () => {
      const { offset, limit } = inputs.check(inputs.callsQuery, context.req.query());
      return answerSession(picture, shelf, {
        ...context.req.param(),
        ...{ offset, limit, home: parts.here().home, dataDir: findOwnFolders(parts.here()).data },
      });
    }),
  );
  app.get('/api/sessions/:agent/:session/strip', (context) =>
    answer(context, () => answerStrip(shelf, context.req.param('agent'), context.req.param('session'))),
  );
  app.get('/api/sessions/:agent/:session/recoveries/:index', (context) =>
    answer(context, () => {
      const { agent, session, ...rest } = context.req.param();
      const { index } = inputs.check(inputs.placeParam, rest);
      return recoveryOf(picture.shown, shelf, { agent, session, index, home: parts.here().home });
    }),
  );
  app.get('/api/cases', (context) =>
    answer(context, async () =>
      listCases(await openCases(inputs.check(inputs.casesQuery, context.req.query()).project)),
    ),
  );
  app.get('/api/cases/:project/:id', (context) =>
    answer(context, async () => showCase(context.req.param('id'), await openCases(context.req.param('project')))),
  );
  app.get('/api/calls', (context) =>
    answer(context, () => {
      const query = inputs.check(inputs.failedCallsQuery, context.req.query());
      return answerFailedCalls(picture.shown, shelf, { ...query, home: parts.here().home }, lastBacktest());
    }),
  );
  app.get('/api/calls/:agent/:id', (context) =>
    answer(context, async () => {
      const { agent, id } = context.req.param();
      const text = await picture.useLibrary((library) => library.recallText(agent, id));
      if (!text) throw new AppError('not-found', 'The log of this call no longer exists, or has changed.');
      return text;
    }),
  );
  app.get('/api/diff', (context) =>
    answer(context, async () => {
      const { project } = inputs.check(inputs.diffQuery, context.req.query());
      return { projects: await changesOf(picture.shown, project, parts.here()) };
    }),
  );
}
