import type { JournalEntry, LessonEntry } from '../../delivery/journal/entry.ts';
import { countEntries, sumLive, withoutTime } from '../../delivery/journal/fold-journal.ts';
import { readJournal } from '../../delivery/journal/read-journal.ts';
import { countLessons, isOfAgents, stateOf } from '../../lessons/count-lessons.ts';
import type { WeekFigures } from '../../lessons/figures.ts';
import type { Confidence } from '../../lessons/lesson.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { sumUses } from '../../teach/teacher-use.ts';
import { readKnowledge } from '../../team/knowledge.ts';
import { type LearnRequest, withConfig } from '../configured-request.ts';
import { learn } from '../learn/learn.ts';
import type { ProjectReport, ReportedLesson } from '../learn/learn-report.ts';
import type { Counted, LessonFigures, ProjectStats, StatsReport } from './stats-report.ts';

/** Counts the failures in past sessions, the lessons learned, and the effect of lessons that hooks showed. Changes nothing. */
export async function gatherStats(request: LearnRequest): Promise<StatsReport> {
  const { projects, nothing, notices } = await learn({ ...request, apply: false });
  const known = await findLessons(request, projects);
  const teachers = await sumUses(findOwnFolders(request).data, request.now);
  const journal = [...readJournal(findOwnFolders(request).data)];
  const roots = new Set(projects.map(({ root }) => root));
  const wanted = journal.filter((entry) => roots.has(entry.project) && isWanted(entry, request));
  const counted = projects
    .map((project) =>
      countProject(
        { ...project, lessons: known.get(project.root) ?? [] },
        wanted.filter((entry) => entry.project === project.root),
      ),
    )
    .sort((a, b) => b.calls - a.calls);
  const agents = [...countEntries(wanted, ({ agent }) => agent)].map(([agent, count]) => ({
    agent,
    ...withoutTime(count),
  }));
  return {
    schema: 1,
    at: request.now.toISOString(),
    since: request.since ? request.since.toISOString() : undefined,
    projects: counted,
    total: sumCounted(counted),
    agents: agents.sort((a, b) => b.shown - a.shown || a.agent.localeCompare(b.agent)),
    hasJournal: journal.length > 0,
    teachers: teachers.length > 0 ? teachers : undefined,
    ...(await askTeam(request, [...roots])),
    nothing,
    notices,
  };
}

async function askTeam(request: LearnRequest, roots: readonly string[]): Promise<Pick<StatsReport, 'team'>> {
  const { team } = await withConfig(request);
  const known = readKnowledge(findOwnFolders(request).data, team?.url);
  const figures = known && (await import('../../team/team-figures.ts')).countTeam(known, roots);
  return figures ? { team: figures } : {};
}

/**
 * Returns the lessons of each project, by its root: all that are known, whatever the requested period; if agents are requested,
 * those that their sessions are evidence for. If lessons were derived from the requested part of history alone, a ready lesson
 * would count as watched.
 */
async function findLessons(
  { since, until, agents, ...whole }: LearnRequest,
  asked: readonly ProjectReport[],
): Promise<Map<string, ReportedLesson[]>> {
  const isWhole = since === undefined && until === undefined && agents === undefined;
  const { projects } = isWhole ? { projects: asked } : await learn({ ...whole, apply: false });
  return new Map(
    projects.map(({ root, lessons }) => [root, lessons.filter((lesson) => isOfAgents(lesson, agents ?? []))]),
  );
}

function isWanted({ at, agent }: JournalEntry, { since, until, agents }: LearnRequest): boolean {
  if (since && at < since.toISOString()) return false;
  if (until && at > until.toISOString()) return false;
  return agents === undefined || agents.includes(agent);
}

function countProject({ name, root, figures, lessons }: ProjectReport, entries: readonly JournalEntry[]): ProjectStats {
  const titles = new Map(lessons.map(({ id, title }) => [id, title]));
  const shown = [...countEntries(entries, ({ lesson }: LessonEntry) => lesson)].map(([id, count]) => {
    const title = titles.get(id);
    return { id, title, ...count };
  });
  const { sessions, calls, failures, work, weeks, byKind } = figures;
  return {
    name,
    root,
    ...{ sessions, calls, failures, work, weeks },
    causes: Object.entries(byKind).map(([kind, count]) => ({ kind, failures: count })),
    lessons: describeLessons(lessons),
    live: sumLive(shown),
    shown: shown.sort((a, b) => b.shown - a.shown || b.withheld - a.withheld || a.id.localeCompare(b.id)),
  };
}

function describeLessons(lessons: readonly ReportedLesson[]): LessonFigures {
  const ready = lessons.filter((lesson) => stateOf(lesson) === 'ready');
  const sure = (wanted: Confidence) => ready.filter(({ confidence }) => confidence === wanted).length;
  return { ...countLessons(lessons), high: sure('high'), medium: sure('medium'), low: sure('low') };
}

function sumCounted(projects: readonly ProjectStats[]): Counted {
  const sum = (count: (project: ProjectStats) => number) =>
    projects.reduce((total, project) => total + count(project), 0);
  const causes = new Map<string, number>();
  for (const { kind, failures } of projects.flatMap((project) => project.causes))
    causes.set(kind, (causes.get(kind) ?? 0) + failures);
  const lesson = (name: keyof LessonFigures) => sum((project) => project.lessons[name]);
  return {
    sessions: sum(({ sessions }) => sessions),
    calls: sum(({ calls }) => calls),
    failures: sum(({ failures }) => failures),
    work: sum(({ work }) => work),
    weeks: joinWeeks(projects.flatMap(({ weeks }) => weeks)),
    causes: [...causes].map(([kind, failures]) => ({ kind, failures })).sort((a, b) => b.failures - a.failures),
    lessons: {
      ready: lesson('ready'),
      watching: lesson('watching'),
      retired: lesson('retired'),
      promoted: lesson('promoted'),
      high: lesson('high'),
      medium: lesson('medium'),
      low: lesson('low'),
    },
    live: sumLive(projects.map(({ live }) => live)),
  };
}

function joinWeeks(weeks: readonly WeekFigures[]): WeekFigures[] {
  const joined = new Map<string, WeekFigures>();
  for (const { week, sessions, calls, failures, work } of weeks) {
    const known = joined.get(week) ?? { week, sessions: 0, calls: 0, failures: 0, work: 0 };
    joined.set(week, {
      week,
      sessions: known.sessions + sessions,
      calls: known.calls + calls,
      failures: known.failures + failures,
      work: known.work + work,
    });
  }
  return [...joined.values()].sort((a, b) => (a.week < b.week ? -1 : 1));
}
