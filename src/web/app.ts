import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { LearnRequest } from '../app/configured-request.ts';
import type { Surroundings } from '../app/surroundings.ts';
import type { Redact } from '../sessions/redact-part.ts';
import { AppError } from '../shared/errors.ts';
import type { BacktestDesk } from './backtest-desk.ts';
import { guard, type RequestGuardOptions } from './guard.ts';
import type { PageFile } from './page-files.ts';
import type { Picture } from './picture.ts';
import { addPage } from './routes/page.ts';
import { addReading } from './routes/reading.ts';
import { sendAnswer } from './routes/send.ts';
import { addWriting } from './routes/writing.ts';

/** What the server answers from. */
export interface AppParts {
  /** Everything that is shown. */
  picture: Picture;
  /** Where backtests are run. */
  desk: BacktestDesk;
  /** The files of the page, by their path. */
  page: ReadonlyMap<string, PageFile>;
  /** Who may ask. */
  guard: RequestGuardOptions;
  /** The surroundings of a request: the clock goes on. */
  here: () => Surroundings;
  /** Takes secrets out of what is answered. */
  redact: Redact;
  /** What the page was started with, for writing. */
  request: () => Omit<LearnRequest, 'project' | 'all' | 'apply' | 'force' | 'fresh'>;
}

/** A body of this many bytes is more than anybody types. */
const LARGEST_BODY = 64 * 1024;

/** The pages and the JSON API. docs/api.md describes each route. */
export function buildApp(parts: AppParts): Hono {
  const app = new Hono();
  app.use(guard(parts.guard));
  app.use(
    '/api/*',
    bodyLimit({
      maxSize: LARGEST_BODY,
      onError: (context) => sendAnswer(context, { error: 'That is too much text.' }, parts.redact, 413),
    }),
  );
  app.onError((error, context) => answerError(error, context, parts.redact));
  app.notFound((context) => sendAnswer(context, { error: `There is nothing at ${context.req.path}.` }, parts.redact, 404));
  addPage(app, parts);
  addReading(app, parts);
  addWriting(app, parts);
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
  // The stack is for a report of the mistake, and is on the terminal, not on the page.
  console.error(error);
  return sendAnswer(context, { error: 'Something went wrong here; the terminal says what.' }, redact, 500);
}
