import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import type { Surroundings } from '../cli/surroundings.ts';
import { nameFile } from '../delivery/file-name.ts';
import { normaliseId } from '../lifecycle/entries.ts';
import type { LearnRequest } from '../pipeline.ts';
import { findProject } from '../sessions/projects/find-project.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { version as hardwon } from '../version.ts';
import type { Asked, Mark, Status } from './answers.ts';
import type { BacktestDesk } from './backtest-desk.ts';
import { applyChanges, changesOf, undoChanges } from './changes.ts';
import { decide } from './decisions.ts';
import { failuresOf } from './failure-series.ts';
import { ENTRANCE, type GuardOptions, guard, letIn } from './guard.ts';
import * as inputs from './inputs.ts';
import { isWritable, lessonOf } from './lesson-detail.ts';
import { listLessons } from './lesson-rows.ts';
import { findMarks } from './marks.ts';
import { overviewOf } from './overview.ts';
import type { PageFile } from './page-files.ts';
import type { Picture, PicturedProject } from './picture.ts';
import { describeTeacher, previewReport, reportFailure } from './report-failure.ts';
import { listSessions, SessionShelf, sessionOf } from './session-answers.ts';

/** What the server answers from. */
export interface AppParts {
  picture: Picture;
  desk: BacktestDesk;
  page: ReadonlyMap<string, PageFile>;
  guard: GuardOptions;
  /** The surroundings of a request: the clock goes on. */
  here: () => Surroundings;
  /** What the page was started with, for writing. */
  request: () => Omit<LearnRequest, 'project' | 'all' | 'apply' | 'force' | 'fresh'>;
  /** Tells apart answers of two servers on one port. */
  birth: string;
}

/** A body of this many bytes is more than anybody types. */
const LARGEST_BODY = 64 * 1024;

/** The pages and the JSON API. docs/api.md describes each route. */
export function buildApp(parts: AppParts): Hono {
  const app = new Hono();
  app.use(guard(parts.guard));
  app.use(
    '/api/*',
    bodyLimit({ maxSize: LARGEST_BODY, onError: (context) => context.json({ error: 'That is too much text.' }, 413) }),
  );
  app.onError((error, context) => answerError(error, context));
  app.notFound((context) => context.json({ error: `There is nothing at ${context.req.path}.` }, 404));
  addPage(app, parts);
  addReading(app, parts);
  addWriting(app, parts);
  return app;
}

function addPage(app: Hono, { page, guard: { token } }: AppParts): void {
  const send = (context: Context, file: PageFile) => {
    context.header('etag', file.etag);
    context.header('cache-control', 'no-cache');
    if (context.req.header('if-none-match') === file.etag) return context.body(null, 304);
    return context.body(file.body, 200, { 'content-type': file.type });
  };
  for (const [path, file] of page) app.get(path === '/index.html' ? '/' : path, (context) => send(context, file));
  app.post(ENTRANCE, async (context) => {
    const asked = inputs.check(inputs.enterBody, await bodyOf(context));
    if (!letIn(context, asked.token, token))
      return context.json({ error: 'That is not the key of this server.', hint: 'Open the link that hardwon ui printed.' }, 401);
    return context.json({ ok: true });
  });
}

function addReading(app: Hono, parts: AppParts): void {
  const { picture, desk, birth } = parts;
  const shelf = new SessionShelf(picture);
  let marked: { version: number; marks: Promise<Mark[]> } | undefined;
  const marks = () => {
    if (marked?.version !== picture.version)
      marked = { version: picture.version, marks: findMarks(picture.shown, findOwnFolders(parts.here()).data) };
    return marked.marks;
  };
  /** What is answered from the picture stays the same until that changes. */
  const answer = async (context: Context, make: () => unknown) => {
    const etag = `"${birth}-${picture.version}-${desk.last?.at ?? ''}"`;
    context.header('cache-control', 'private, no-cache');
    context.header('etag', etag);
    if (context.req.header('if-none-match') === etag && picture.isReady) return context.body(null, 304);
    return context.json((await make()) as object);
  };
  app.get('/api/status', (context) => context.json(statusOf(parts)));
  app.get('/api/events', (context) => sendEvents(context, parts));
  app.get('/api/overview', (context) =>
    answer(context, () => overviewOf(picture.shown, askedOf(inputs.check(inputs.askedQuery, context.req.query())), desk.last)),
  );
  app.get('/api/failures', (context) =>
    answer(context, async () => {
      const query = inputs.check(inputs.failuresQuery, context.req.query());
      return failuresOf(picture.shown, askedOf(query), query.by, await marks());
    }),
  );
  app.get('/api/projects', (context) => answer(context, () => ({ projects: statusOf(parts).projects })));
  app.get('/api/lessons', (context) =>
    answer(context, () => {
      const { project, agent, kind, confidence, ...query } = inputs.check(inputs.lessonsQuery, context.req.query());
      return listLessons(picture.shown, { ...query, projects: project, agents: agent, kinds: kind, confidences: confidence });
    }),
  );
  app.get('/api/lessons/:project/:id', (context) =>
    answer(context, async () => {
      const { project, id } = context.req.param();
      return lessonOf(picture.shown, { project, id, home: parts.here().home }, shelf, await marks());
    }),
  );
  app.get('/api/sessions', (context) =>
    answer(context, () => {
      const { search, failed, offset, limit, ...query } = inputs.check(inputs.sessionsQuery, context.req.query());
      return listSessions(picture.shown, { ...askedOf(query), search, failed, offset, limit });
    }),
  );
  app.get('/api/sessions/:agent/:session', (context) =>
    answer(context, () => {
      const { offset, limit } = inputs.check(inputs.callsQuery, context.req.query());
      return sessionOf(picture, shelf, { ...context.req.param(), offset, limit, home: parts.here().home });
    }),
  );
  app.get('/api/calls/:agent/:id', (context) =>
    answer(context, async () => {
      const { agent, id } = context.req.param();
      const text = await picture.useLibrary((library) => library.recallText(agent, id));
      if (!text) throw new AppError('not-found', 'The log of this call is gone, or has changed.');
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

function addWriting(app: Hono, parts: AppParts): void {
  const { picture, desk } = parts;
  const projectOf = (id: string): PicturedProject => {
    const found = picture.shown.byId.get(id);
    if (!found) throw new AppError('not-found', `There is no project ${id}.`);
    return found;
  };
  /** What was written is shown at once. */
  const done = async (context: Context, work: Promise<object>) => {
    const result = await work;
    await picture.refresh();
    return context.json({ ...result, version: picture.version });
  };
  app.post('/api/lessons/:project/:id', async (context) => {
    const { project, id } = context.req.param();
    const decision = inputs.check(inputs.decisionBody, await bodyOf(context));
    return done(context, decide(projectOf(project), normaliseId(id), decision, parts.here()));
  });
  app.post('/api/apply', async (context) => {
    const { project, force } = inputs.check(inputs.projectBody, await bodyOf(context));
    return done(context, applyChanges(projectOf(project), force, parts.request()));
  });
  app.post('/api/undo', async (context) => {
    const { project, force } = inputs.check(inputs.projectBody, await bodyOf(context));
    return done(context, undoChanges(projectOf(project), force, parts.here()));
  });
  app.get('/api/teacher', async (context) => {
    const asked = inputs.check(inputs.teacherQuery, context.req.query());
    return context.json(await describeTeacher(projectOf(asked.project), asked, parts.here()));
  });
  app.post('/api/report', async (context) => {
    const asked = inputs.check(inputs.reportBody, await bodyOf(context));
    if (asked.preview) return context.json(await previewReport(projectOf(asked.project), asked, parts.here()));
    return done(context, reportFailure(projectOf(asked.project), asked, parts.here()));
  });
  app.post('/api/backtest', async (context) => context.json(await desk.run()));
}

/** How far reading is, and what there is to choose. */
function statusOf({ picture, guard: { readOnly }, here }: AppParts): Status {
  const { cwd, home } = here();
  const shown = picture.isReady ? picture.shown : undefined;
  const own =
    shown &&
    findProject(
      shown.projects.map(({ project }) => project),
      cwd,
    ).project;
  return {
    version: picture.version,
    ready: picture.isReady,
    ...(picture.reading ? { reading: picture.reading } : {}),
    ...(picture.problem === undefined ? {} : { problem: picture.problem }),
    readOnly,
    hardwon,
    at: shown?.at.toISOString() ?? '',
    notices: shown?.notices ?? [],
    projects:
      shown?.projects.map((pictured) => {
        const { project, report, findings, sessions } = pictured;
        return {
          id: project.id,
          name: project.name,
          root: nameFile(project.root, '', home),
          writable: isWritable(pictured),
          calls: findings.figures.calls,
          failures: findings.figures.failures,
          sessions: sessions.length,
          lessons: report.lessons.length,
          changes: report.changes.length,
        };
      }) ?? [],
    agents: shown?.agents ?? [],
    ...(own ? { here: own.id } : {}),
  };
}

/** Tells the page that there is something new; it then asks for what it shows. */
function sendEvents(context: Context, parts: AppParts): Response {
  return streamSSE(context, async (stream) => {
    let wake = () => {};
    let isOver = false;
    const stop = parts.picture.onChange(() => wake());
    const beat = setInterval(() => wake(), 20_000);
    stream.onAbort(() => {
      isOver = true;
      wake();
    });
    try {
      while (!isOver && !stream.aborted) {
        const { version, ready, reading, problem } = statusOf(parts);
        await stream.writeSSE({ event: 'status', data: JSON.stringify({ version, ready, reading, problem }) });
        await new Promise<void>((next) => {
          wake = next;
        });
      }
    } finally {
      clearInterval(beat);
      stop();
    }
  });
}

function askedOf(query: { project: string[]; agent: string[]; since?: string | undefined; until?: string | undefined }): Asked {
  const { project, agent, since, until } = query;
  return { projects: project, agents: agent, ...(since ? { since } : {}), ...(until ? { until } : {}) };
}

async function bodyOf(context: Context): Promise<unknown> {
  try {
    return await context.req.json();
  } catch (cause) {
    throw new AppError('usage', 'The body is not JSON.', { cause });
  }
}

const STATUSES = {
  usage: 400,
  'not-found': 404,
  conflict: 409,
  locked: 423,
  unreadable: 500,
  unwritable: 500,
  'broken-file': 409,
  unavailable: 503,
} as const;

function answerError(error: Error, context: Context): Response {
  if (error instanceof AppError) {
    const hint = error.hint === undefined ? {} : { hint: error.hint };
    return context.json({ error: error.message, ...hint }, STATUSES[error.code]);
  }
  // The stack is for a report of the mistake, and is on the terminal, not on the page.
  console.error(error);
  return context.json({ error: 'Something went wrong here; the terminal says what.' }, 500);
}
