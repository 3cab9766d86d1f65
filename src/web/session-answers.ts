import type { Call } from '../agents/call.ts';
import { givenId } from '../agents/call-id.ts';
import { listTellings, type Telling } from '../delivery/journal/session-tellings.ts';
import { redactId } from '../redaction/redact-id.ts';
import { AppError } from '../shared/errors.ts';
import type { SessionDetail, SessionRow, SessionStrip, Sessions, ShownCall, ShownTelling } from './answers/sessions.ts';
import { daysIn, projectsOf, sessionsOf, spanOf } from './asked.ts';
import type { SessionsQuery } from './inputs.ts';
import type { Dashboard, PicturedProject, PicturedSession, Shown } from './picture.ts';
import {
  describeInput,
  type JudgedSession,
  judgeSession,
  letterOf,
  outcomeOf,
  type SessionCall,
  showCall,
  tidyPaths,
} from './session-calls.ts';

/** Returns a page of sessions, the latest first. */
export function answerSessions(shown: Shown, query: SessionsQuery): Sessions {
  const span = spanOf(query);
  const words = query.search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = projectsOf(shown, query).flatMap((pictured) =>
    sessionsOf(pictured, query)
      .filter((session) => daysIn(session, span).length > 0)
      .filter((session) => !query.failed || session.figures.failures > 0)
      .filter((session) => query.title === '' || session.title === query.title)
      .map((session) => ({ pictured, session }))
      .filter(({ session: { session, title = '', branch = '', agent } }) => {
        const text = `${session} ${title} ${branch} ${agent} ${pictured.project.name}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
  );
  found.sort((a, b) => (b.session.figures.lastAt ?? 0) - (a.session.figures.lastAt ?? 0));
  const all = found.map(({ pictured, session }) => rowOf(pictured, session));
  const rows = query.group ? groupByTitle(all) : all;
  const { offset, limit } = query;
  return { total: rows.length, sessions: all.length, offset, rows: rows.slice(offset, offset + limit) };
}

/** Combines sessions of a project and an agent that have the same title; the latest stands for all. */
function groupByTitle(rows: readonly SessionRow[]): SessionRow[] {
  const groups = new Map<string, SessionRow[]>();
  for (const row of rows) {
    const key = [row.project, row.agent, row.title ?? row.session].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((group) => {
    const [latest] = group;
    if (!latest || group.length === 1) return group;
    const sum = (count: (row: SessionRow) => number) => group.reduce((total, row) => total + count(row), 0);
    return [
      {
        ...latest,
        group: { sessions: group.length, calls: sum(({ calls }) => calls), failures: sum((row) => row.failures) },
      },
    ];
  });
}

/** Number of letters in the strip of a list. */
const SHORT_STRIP = 120;

/** From the worst outcome to the best. */
const RANK = 'xrw-.';

/** Returns the outcomes of a session's calls, for a list. */
export async function answerStrip(shelf: SessionShelf, agent: string, session: string): Promise<SessionStrip> {
  const letters = (await shelf.judged(agent, session)).calls.map(letterOf);
  const columns = Math.min(letters.length, SHORT_STRIP);
  const strip = Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * letters.length) / columns);
    const part = letters.slice(from, Math.max(from + 1, Math.floor(((column + 1) * letters.length) / columns)));
    return [...RANK].find((letter) => part.includes(letter)) ?? '.';
  });
  return { strip: strip.join('') };
}

/** Returns a session that is shown, and its project. */
export function findSession(
  shown: Shown,
  agent: string,
  session: string,
): { pictured: PicturedProject; found: PicturedSession } {
  for (const pictured of shown.projects) {
    const found = pictured.sessions.find((each) => each.agent === agent && each.session === session);
    if (found) return { pictured, found };
  }
  throw new AppError('not-found', `There is no session ${session} of ${agent}.`);
}

/** A cache of the judged sessions viewed last, because a session is paged through many times. */
export class SessionShelf {
  readonly #picture: Dashboard;
  readonly #kept = new Map<string, { key: string; judged: Promise<JudgedSession> }>();

  constructor(picture: Dashboard) {
    this.#picture = picture;
  }

  /** Returns a session with its calls judged. */
  judged(agent: string, session: string): Promise<JudgedSession> {
    const { pictured, found } = findSession(this.#picture.shown, agent, session);
    const name = `${agent}\n${session}`;
    const key = `${this.#picture.version} ${found.calls}`;
    const known = this.#kept.get(name);
    this.#kept.delete(name);
    const judged =
      known?.key === key
        ? known.judged
        : this.#picture.useLibrary(async (library) =>
            judgeSession(await library.readSession({ agent, session }), pictured),
          );
    judged.catch(() => this.#kept.delete(name));
    this.#kept.set(name, { key, judged });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return judged;
  }
}

const MOST_KEPT = 12;

/** Selects part of a session. */
export interface SessionPage {
  agent: string;
  session: string;
  offset: number;
  limit: number;
  home: string;
  /** hardwon's data folder, with the journal of hooks. */
  dataDir: string;
}

/** Returns a session with some of its calls. */
export async function answerSession(
  picture: Dashboard,
  shelf: SessionShelf,
  { agent, session, offset, limit, home, dataDir }: SessionPage,
): Promise<SessionDetail> {
  const { pictured, found } = findSession(picture.shown, agent, session);
  const { calls, messages } = await shelf.judged(agent, session);
  const lessons = lessonsByCall(pictured);
  const tidy = tidyPaths(pictured.project, home);
  const told = placeTellings(listTellings(dataDir, { agent, session }), calls, pictured);
  return {
    about: rowOf(pictured, found),
    strip: calls.map(letterOf).join(''),
    offset,
    calls: calls.slice(offset, offset + limit).map((each, at) => {
      const index = offset + at;
      const own = told.filter((telling) => telling.index === index);
      return { ...showCall(each, index, lessons, tidy), ...(own.length > 0 ? { told: own } : {}) };
    }),
    messages: messages.filter(({ index }) => index >= offset && index <= offset + limit),
    failures: calls.flatMap(({ call, step, fixedBy }, index) => {
      const lesson = lessons.get(call.id);
      if (!step?.failure && fixedBy === undefined && !lesson) return [];
      const fix = calls[fixedBy ?? -1]?.call;
      return [
        {
          index,
          ...callOnOneLine(call, tidy),
          outcome: outcomeOf({ call, step }),
          work: step?.failure?.work ?? false,
          kind: step?.failure ? step.failure.kind : undefined,
          ...(fixedBy === undefined || !fix ? {} : { fixedBy, fix: callOnOneLine(fix, tidy) }),
          ...(lesson ? { lesson: lesson.id, title: lesson.title } : {}),
        },
      ];
    }),
    told,
  };
}

/**
 * Assigns the lessons that hooks showed to the calls they were about. A client without ids of calls sends none to hooks: its
 * lessons belong to the first call that had not ended.
 */
function placeTellings(
  tellings: readonly Telling[],
  calls: readonly Pick<SessionCall, 'call'>[],
  { project, report }: PicturedProject,
): ShownTelling[] {
  const places = new Map(
    tellings.length > 0
      ? calls.map(({ call }, index) => [String(redactId(givenId(call.id, call.session))), index])
      : [],
  );
  const titles = new Map(report.lessons.map(({ id, title }) => [id, title]));
  return tellings.map(({ lesson, as, at, call, came }) => {
    const title = titles.get(lesson);
    const isAboutCall = call !== undefined || as === 'asked';
    const index = isAboutCall ? (places.get(call ?? '') ?? findOpen(calls, Date.parse(at))) : undefined;
    return { project: project.id, lesson, as, title, came, index };
  });
}

function findOpen(calls: readonly Pick<SessionCall, 'call'>[], at: number): number | undefined {
  const index = calls.findIndex(({ call }) => (call.endedAt ?? call.at) >= at);
  return index < 0 ? undefined : index;
}

/** Describes a call on one line. */
export function callOnOneLine(call: Call, tidy: (text: string) => string): { name: string; input: string } {
  const [line = ''] = tidy(describeInput(call)).split('\n', 1);
  return { name: call.name, input: line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line };
}

const LONGEST_LINE = 200;

/** Returns the lessons for which calls of a project are evidence, by call. */
export function lessonsByCall({ project, report }: PicturedProject): Map<string, NonNullable<ShownCall['lesson']>> {
  const known = byCall.get(report);
  if (known) return known;
  const lessons = new Map<string, NonNullable<ShownCall['lesson']>>();
  for (const { id, title, evidence } of report.lessons)
    for (const { call } of evidence) if (call !== undefined) lessons.set(call, { project: project.id, id, title });
  byCall.set(report, lessons);
  return lessons;
}

const byCall = new WeakMap<object, Map<string, NonNullable<ShownCall['lesson']>>>();

function rowOf({ project }: PicturedProject, { agent, session, title, branch, figures }: PicturedSession): SessionRow {
  return {
    agent,
    session,
    project: project.id,
    projectName: project.name,
    title: title || undefined,
    branch: branch || undefined,
    startedAt: figures.firstAt === undefined ? undefined : new Date(figures.firstAt).toISOString(),
    endedAt: figures.lastAt === undefined ? undefined : new Date(figures.lastAt).toISOString(),
    calls: figures.calls,
    failures: figures.failures,
  };
}
