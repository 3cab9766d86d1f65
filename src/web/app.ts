import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { LearnRequest } from '../app/configured-request.ts';
import type { Redact } from '../sessions/redact-part.ts';
import { AppError } from '../shared/errors.ts';
import type { Surroundings } from '../shared/surroundings.ts';
import type { TeamKnowledge } from '../team/knowledge.ts';
import type { BacktestDesk } from './backtest-desk.ts';
import { openShelf } from './cases.ts';
import { guard, type RequestGuardOptions } from './guard.ts';
import type { PageFile } from './page-files.ts';
import type { Dashboard } from './picture.ts';
import { addPage } from './routes/page.ts';
import { addReading } from './routes/reading.ts';
import { sendAnswer } from './routes/send.ts';
import { addWriting } from './routes/writing.ts';

/** The parts that the server is built from. */
export interface AppParts {
  /** The data shown. */
  picture: Dashboard;
  /** Runs backtests. */
  desk: BacktestDesk;
  /** The files of the page by path. */
  page: ReadonlyMap<string, PageFile>;
  /** The options that decide which requests are allowed. */
  guard: RequestGuardOptions;
  /** Returns the surroundings of a request, with the current time. */
  here: () => Surroundings;
  /** Redacts every response. */
  redact: Redact;
  /** Returns what the team knows; absent without a team. */
  team?: () => TeamKnowledge | undefined;
  /** The options that the page was started with, for writing. */
  request: () => Omit<LearnRequest, 'project' | 'all' | 'apply' | 'force' | 'fresh'>;
}

/** Upper bound for the bytes of a body; nobody types more. */
const LARGEST_BODY = 64 * 1024;

/** Builds the server of the page and the JSON API. docs/api.md describes each route. */
export function buildApp(parts: AppParts): Hono {
  const app = new Hono();
  app.use(guard(parts.guard));
  app.use(
    '/api/*',
    bodyLimit({
      maxSize: LARGEST_BODY,
      onError: (context) => sendAnswer(context, { error: 'The text is too long.' }, parts.redact, 413),
    }),
  );
  app.onError((error, context) => answerError(error, context, parts.redact));
  app.notFound((context) =>
    sendAnswer(context, { error: `There is nothing at ${context.req.path}.` }, parts.redact, 404),
  );
  addPage(app, parts);
  const cases = openShelf(parts);
  addReading(app, parts, cases);
  addWriting(app, parts, cases);
  return app;
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

function answerError(error: Error, context: Context, redact: Redact): Promise<Response> {
  if (error instanceof AppError) {
    const hint = error.hint === undefined ? {} : { hint: error.hint };
    return sendAnswer(context, { error: error.message, ...hint }, redact, STATUSES[error.code]);
  }
  // The stack trace is for a bug report: print it on the terminal, not on the page.
  console.error(error);
  return sendAnswer(context, { error: 'Something went wrong. See the terminal for details.' }, redact, 500);
}
