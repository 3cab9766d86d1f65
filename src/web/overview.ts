import type { ReportedLesson } from '../app/learn/learn-report.ts';
import type { JournalEntry } from '../delivery/journal/entry.ts';
import { countEntries, sumLive } from '../delivery/journal/fold-journal.ts';
import { readJournal } from '../delivery/journal/read-journal.ts';
import { countLessons, isOfAgents } from '../lessons/count-lessons.ts';
import { TEAM_ORIGIN } from '../lessons/lesson.ts';
import { addUp } from '../loop/run/loop-figures.ts';
import { contains } from '../shared/paths.ts';
import type { TeamKnowledge } from '../team/knowledge.ts';
import { countTeam } from '../team/team-figures.ts';
import type { Asked, Overview, Totals } from './answers/overview.ts';
import { addDays, daysIn, noTotals, projectsOf, sessionsOf, spanBefore, spanOf, toDay } from './asked.ts';
import type { BacktestDesk } from './backtest-desk.ts';
import { reviewOf } from './lesson-rows.ts';
import type { Shown } from './picture.ts';
import { proofOf } from './proof.ts';

/** Kinds of failures that a check reports about the code under work. */
const WORK_KINDS = new Set(['check-failed', 'test-failed', 'build-failed']);

/** The data of an overview that come from elsewhere. */
export interface OverviewSources {
  /** The backtests; if absent, they are left out. */
  desk?: Pick<BacktestDesk, 'last' | 'isRunning' | 'problem'>;
  /** hardwon's data folder, with the journal of hooks; if absent, the journal is left out. */
  dataDir?: string;
  /** Whether only some of the sessions are read, so that they show no trend. */
  isPartial?: boolean;
  /** What the team knows; absent without a team. */
  team?: TeamKnowledge | undefined;
}

/** Returns the failures in the requested part of history, their cost, and the lessons learned. */
export function overviewOf(
  shown: Shown,
  asked: Asked,
  { desk, dataDir, isPartial, team }: OverviewSources = {},
): Overview {
  const span = spanOf(asked);
  const before = spanBefore(span, toDay(shown.at.toISOString().slice(0, 10)));
  const totals = noTotals();
  const earlier = noTotals();
  const causes = new Map<string, number>();
  const agents = new Map<string, Totals>();
  const projects: Overview['projects'] = [];
  for (const pictured of projectsOf(shown, asked)) {
    const own = noTotals();
    for (const session of sessionsOf(pictured, asked)) {
      const days = daysIn(session, span);
      const agent = agents.get(session.agent) ?? noTotals();
      agents.set(session.agent, agent);
      for (const sums of [own, totals, agent]) addDays(sums, days);
      if (before) addDays(earlier, daysIn(session, before));
      for (const { kinds } of days)
        for (const [kind, count] of Object.entries(kinds)) causes.set(kind, (causes.get(kind) ?? 0) + count);
    }
    const { id, name } = pictured.project;
    if (own.calls > 0) projects.push({ id, name, calls: own.calls, failures: own.failures });
  }
  const titles = new Map(shown.agents.map(({ name, title }) => [name, title]));
  return {
    asked,
    totals: rounded(totals),
    before: before && earlier.calls > 0 ? rounded(earlier) : undefined,
    causes: [...causes]
      .map(([kind, failures]) => ({ kind, failures, work: WORK_KINDS.has(kind) }))
      .sort((a, b) => b.failures - a.failures || a.kind.localeCompare(b.kind)),
    lessons: countKnown(shown, asked),
    projects: projects.sort((a, b) => b.failures - a.failures || a.name.localeCompare(b.name)),
    agents: [...agents]
      .filter(([, { calls }]) => calls > 0)
      .map(([name, { calls, failures }]) => ({ name, title: titles.get(name) ?? name, calls, failures }))
      .sort((a, b) => b.calls - a.calls),
    costly: findCostly(shown, asked),
    ...(isPartial ? {} : trendOf(shown, asked)),
    ...(desk ? proofOfDesk(desk, asked) : {}),
    ...loopOf(shown, asked),
    ...(dataDir === undefined ? {} : liveOf(shown, asked, dataDir)),
    ...(team ? teamOf(shown, asked, team) : {}),
  };
}

function teamOf(shown: Shown, asked: Asked, known: TeamKnowledge): Pick<Overview, 'team'> {
  const team = countTeam(
    known,
    projectsOf(shown, asked).map(({ report }) => report.root),
  );
  return team ? { team } : {};
}

function proofOfDesk(
  { last, isRunning, problem }: NonNullable<OverviewSources['desk']>,
  asked: Asked,
): Partial<Overview> {
  return {
    ...(last ? { proof: proofOf(last, asked), backtest: last.ladder } : {}),
    replaying: isRunning ? true : undefined,
    backtestProblem: problem,
  };
}

/** Bounds for the length of the two periods of a trend, in days. */
const SHORTEST_PERIOD = 7;
const LONGEST_PERIOD = 28;

/** Compares the last days of the requested part of history with as many days before them. */
function trendOf(shown: Shown, asked: Asked): Pick<Overview, 'trend'> {
  const span = spanOf(asked);
  const days = projectsOf(shown, asked).flatMap((pictured) =>
    sessionsOf(pictured, asked).flatMap((session) => daysIn(session, span)),
  );
  const first = days.reduce((least, { day }) => Math.min(least, day), Number.POSITIVE_INFINITY);
  const last = days.reduce((most, { day }) => Math.max(most, day), Number.NEGATIVE_INFINITY);
  const length = Math.min(LONGEST_PERIOD, Math.floor((last - first + 1) / 2));
  if (!(length >= SHORTEST_PERIOD)) return {};
  const sum = (from: number, to: number) => {
    const within = days.filter(({ day }) => day >= from && day <= to);
    return {
      calls: within.reduce((total, { calls }) => total + calls, 0),
      failures: within.reduce((total, { failures }) => total + failures, 0),
    };
  };
  const before = sum(last - 2 * length + 1, last - length);
  return before.calls === 0 ? {} : { trend: { days: length, now: sum(last - length + 1, last), before } };
}

/** Returns the effect of lessons that hooks showed, for the requested projects, agents and days. */
function liveOf(shown: Shown, asked: Asked, dataDir: string): Pick<Overview, 'live'> {
  const roots = new Set(projectsOf(shown, asked).map(({ report }) => report.root));
  const isAsked = ({ project, agent, at }: JournalEntry) =>
    roots.has(project) &&
    (asked.agents.length === 0 || asked.agents.includes(agent)) &&
    at.slice(0, 10) >= (asked.since ?? '') &&
    at.slice(0, 10) <= (asked.until ?? '~');
  const entries = [...readJournal(dataDir)].filter(isAsked);
  const live = sumLive(countEntries(entries, ({ project, lesson }) => `${project}\n${lesson}`).values());
  return live.shown + live.opened + live.withheld === 0 ? {} : { live };
}

/** Returns the outcomes of the runs of the learning loop. */
function loopOf(shown: Shown, asked: Asked): Pick<Overview, 'loop'> {
  const roots =
    asked.projects.length === 0 ? undefined : projectsOf(shown, asked).flatMap(({ project }) => project.folders);
  const runs = shown.runs.filter(
    ({ at, root, agent }) =>
      (asked.agents.length === 0 || asked.agents.includes(agent)) &&
      at.slice(0, 10) >= (asked.since ?? '') &&
      at.slice(0, 10) <= (asked.until ?? '~') &&
      (roots === undefined || roots.some((folder) => contains(folder, root))),
  );
  return runs.length === 0 ? {} : { loop: addUp(runs) };
}

/**
 * Counts lessons as the list of lessons does: all that are known, whatever the requested period; if an agent is requested, those
 * that its sessions are evidence for.
 */
function countKnown(shown: Shown, asked: Asked): Overview['lessons'] {
  const known = projectsOf(shown, asked).flatMap(({ report, isOwn = false }) =>
    report.lessons
      .filter((lesson) => isOfAgents(lesson, asked.agents))
      .map((lesson) => ({ lesson, isOwn, review: reviewOf(lesson, shown.at, isOwn) })),
  );
  const count = (isCounted: (one: (typeof known)[number]) => boolean) => known.filter(isCounted).length;
  return {
    ...countLessons(known.map(({ lesson }) => lesson)),
    own: count(({ isOwn }) => isOwn),
    due: count(({ review }) => review === 'due'),
    conflicts: count(({ review }) => review === 'conflict'),
    review: count(({ review }) => review !== undefined),
  };
}

const MOST_COSTLY = 6;

function findCostly(shown: Shown, asked: Asked): Overview['costly'] {
  const isWanted = (lesson: ReportedLesson) =>
    lesson.status !== 'retired' &&
    // What others lost is not lost here.
    lesson.origin !== TEAM_ORIGIN &&
    (asked.since === undefined || lesson.lastSeen.slice(0, 10) >= asked.since) &&
    isOfAgents(lesson, asked.agents);
  return projectsOf(shown, asked)
    .flatMap(({ project, report }) =>
      report.lessons.filter(isWanted).map((lesson) => ({ project: project.id, lesson })),
    )
    .sort((a, b) => b.lesson.wastedCalls - a.lesson.wastedCalls || b.lesson.occurrences - a.lesson.occurrences)
    .slice(0, MOST_COSTLY)
    .map(({ project, lesson: { id, title, occurrences, wastedCalls, status } }) => {
      return { project, id, title, occurrences, wastedCalls, status };
    });
}

function rounded(totals: Totals): Totals {
  return { ...totals, lostMinutes: Math.round(totals.lostMinutes) };
}
