import { AppError } from '../shared/errors.ts';
import type { FailedCall, FailedCalls } from './answers/sessions.ts';
import { daysIn, projectsOf, sessionsOf, spanOf } from './asked.ts';
import type { AvoidableFailure, KeptBacktest } from './backtest-desk.ts';
import type { FailedCallsQuery } from './inputs.ts';
import type { PicturedProject, Shown } from './picture.ts';
import { avoidableIn } from './proof.ts';
import { callOnOneLine, findSession, lessonsByCall, type SessionShelf } from './session-answers.ts';
import { type JudgedSession, outcomeOf, type SessionCall, tidyPaths } from './session-calls.ts';

/** Returns a page of failed calls, the latest sessions first. Only the sessions of that page are read. */
export async function answerFailedCalls(
  shown: Shown,
  shelf: SessionShelf,
  query: FailedCallsQuery,
  backtest: KeptBacktest | undefined,
): Promise<FailedCalls> {
  return query.lesson === undefined ? listFailed(shown, shelf, query) : listAvoidable(shown, shelf, query, backtest);
}

async function listFailed(shown: Shown, shelf: SessionShelf, query: FailedCallsQuery): Promise<FailedCalls> {
  const { kind, offset, limit, home } = query;
  const span = spanOf(query);
  const sessions = projectsOf(shown, query)
    .flatMap((pictured) => sessionsOf(pictured, query).map((session) => ({ pictured, session })))
    .sort((a, b) => (b.session.figures.lastAt ?? 0) - (a.session.figures.lastAt ?? 0));
  const rows: FailedCall[] = [];
  let total = 0;
  for (const { pictured, session } of sessions) {
    const days = daysIn(session, span);
    const wanted = new Set(days.map(({ day }) => day));
    const count = days.reduce((sum, { failures, kinds }) => sum + (kind === '' ? failures : countOf(kinds, kind)), 0);
    const from = Math.max(0, offset - total);
    const to = Math.min(count, offset + limit - total);
    total += count;
    if (count === 0 || from >= to) continue;
    const judged = await judgedOrNone(shelf, session);
    const failed = (judged?.calls ?? [])
      .map((each, index) => ({ each, index }))
      .filter(({ each }) => isFailed(each, kind) && wanted.has(Math.floor(each.call.at / DAY)))
      .reverse();
    rows.push(...failed.slice(from, to).map(({ each, index }) => describe(each, index, pictured, home)));
  }
  return { total, offset, rows };
}

async function listAvoidable(
  shown: Shown,
  shelf: SessionShelf,
  query: FailedCallsQuery,
  backtest: KeptBacktest | undefined,
): Promise<FailedCalls> {
  const { kind, lesson, offset, limit, home } = query;
  const found = (backtest ? avoidableIn(backtest, query) : [])
    .filter(({ inTime }) => inTime === (lesson === 'in-time'))
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  const rows: FailedCall[] = [];
  for (const one of found.slice(offset, offset + limit)) {
    const row = await placeAvoidable(one, shown, shelf, home);
    if (row && (kind === '' || row.kind === kind)) rows.push(row);
  }
  return { total: found.length, offset, rows };
}

async function placeAvoidable(
  { agent, session, call, title }: AvoidableFailure,
  shown: Shown,
  shelf: SessionShelf,
  home: string,
): Promise<FailedCall | undefined> {
  const judged = await judgedOrNone(shelf, { agent, session });
  const index = judged?.places.get(call);
  const one = index === undefined ? undefined : judged?.calls[index];
  if (index === undefined || !one) return undefined;
  const { pictured } = findSession(shown, agent, session);
  return { ...describe(one, index, pictured, home), ...(title === undefined ? {} : { inTime: title }) };
}

/** A log may be gone since the picture or the backtest was made. */
async function judgedOrNone(
  shelf: SessionShelf,
  { agent, session }: { agent: string; session: string },
): Promise<JudgedSession | undefined> {
  try {
    return await shelf.judged(agent, session);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined;
    throw error;
  }
}

const DAY = 86_400_000;

function countOf(kinds: Partial<Record<string, number>>, kind: string): number {
  return kinds[kind] ?? 0;
}

function isFailed({ step }: SessionCall, kind: string): boolean {
  if (!step?.failure || step.told === 'rejected' || step.told === 'blocked') return false;
  return kind === '' || step.failure.kind === kind;
}

function describe(one: SessionCall, index: number, pictured: PicturedProject, home: string): FailedCall {
  const { call, step, fixedBy } = one;
  const tidy = tidyPaths(pictured.project, home);
  const lesson = lessonsByCall(pictured).get(call.id);
  const diagnostic = step?.failure ? tidy(step.failure.diagnostic).split('\n', 1)[0] : undefined;
  return {
    agent: call.agent,
    session: call.session,
    project: pictured.project.id,
    projectName: pictured.project.name,
    index,
    at: new Date(call.at).toISOString(),
    ...callOnOneLine(call, tidy),
    outcome: outcomeOf({ call, step }),
    kind: step?.failure ? step.failure.kind : undefined,
    diagnostic: diagnostic ? diagnostic.slice(0, LONGEST_DIAGNOSTIC) : undefined,
    isFixed: fixedBy !== undefined,
    lesson: lesson ? { project: lesson.project, id: lesson.id, title: lesson.title } : undefined,
  };
}

const LONGEST_DIAGNOSTIC = 240;
