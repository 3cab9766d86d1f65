import { mondayOf } from '../lessons/figures.ts';
import type { Asked, Failures, Mark, Series } from './answers/overview.ts';
import { daysIn, printDay, projectsOf, sessionsOf, spanOf, toDay } from './asked.ts';
import type { Shown } from './picture.ts';

/** More lines than this cannot be told apart; the rest are combined. */
const MOST_LINES = 6;

/** Number of columns for which a chart has room. */
const MOST_COLUMNS = 92;

/** Returns failures over time, by project or by agent: per day, or per week or month if that would be too many columns. */
export function failuresOf(shown: Shown, asked: Asked, by: 'project' | 'agent', marks: readonly Mark[]): Failures {
  const span = spanOf(asked);
  const counted = new Map<string, Map<number, [calls: number, failures: number]>>();
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const pictured of projectsOf(shown, asked)) {
    for (const session of sessionsOf(pictured, asked)) {
      const key = by === 'project' ? pictured.project.id : session.agent;
      const own = counted.get(key) ?? new Map<number, [number, number]>();
      counted.set(key, own);
      for (const { day, calls, failures } of daysIn(session, span)) {
        const sums = own.get(day) ?? [0, 0];
        own.set(day, [sums[0] + calls, sums[1] + failures]);
        first = Math.min(first, day);
        last = Math.max(last, day);
      }
    }
  }
  if (first > last) return { step: 1, days: [], calls: [], failures: [], series: [], marks: [] };
  const seen = marks.filter(({ day, project }) => {
    const at = toDay(day);
    return at >= first && at <= span.to && (asked.projects.length === 0 || asked.projects.includes(project));
  });
  // Lessons are introduced after the sessions that taught them, possibly with no session since.
  last = seen.reduce((latest, { day }) => Math.max(latest, toDay(day)), last);
  const step = [1, 7, 28].find((days) => (last - first + 1) / days <= MOST_COLUMNS) ?? 28;
  // Weeks begin on Monday, as everywhere.
  if (step > 1) first = mondayOf(first);
  const columns = Math.floor((last - first) / step) + 1;
  const names = namesOf(shown, by);
  const all = [...counted]
    .map(([key, days]) => toSeries(key, names.get(key) ?? key, days, { first, step, columns }))
    .filter(({ calls }) => calls.some((count) => count > 0))
    .sort((a, b) => sum(b.failures) - sum(a.failures) || a.name.localeCompare(b.name));
  return {
    step,
    days: Array.from({ length: columns }, (_, index) => printDay(first + index * step)),
    calls: addUp(
      all.map(({ calls }) => calls),
      columns,
    ),
    failures: addUp(
      all.map(({ failures }) => failures),
      columns,
    ),
    series: joinRest(all, columns),
    marks: seen,
  };
}

function namesOf({ projects, agents }: Shown, by: 'project' | 'agent'): Map<string, string> {
  return by === 'project'
    ? new Map(projects.map(({ project }) => [project.id, project.name]))
    : new Map(agents.map(({ name, title }) => [name, title]));
}

function toSeries(
  key: string,
  name: string,
  days: ReadonlyMap<number, readonly [number, number]>,
  { first, step, columns }: { first: number; step: number; columns: number },
): Series {
  const series: Series = { key, name, calls: zeros(columns), failures: zeros(columns) };
  for (const [day, [calls, failures]] of days) {
    const column = Math.floor((day - first) / step);
    series.calls[column] = (series.calls[column] ?? 0) + calls;
    series.failures[column] = (series.failures[column] ?? 0) + failures;
  }
  return series;
}

function joinRest(all: readonly Series[], columns: number): Series[] {
  if (all.length <= MOST_LINES) return [...all];
  const rest = all.slice(MOST_LINES - 1);
  return [
    ...all.slice(0, MOST_LINES - 1),
    {
      key: '',
      name: `${rest.length} others`,
      calls: addUp(
        rest.map(({ calls }) => calls),
        columns,
      ),
      failures: addUp(
        rest.map(({ failures }) => failures),
        columns,
      ),
    },
  ];
}

function addUp(lists: readonly number[][], columns: number): number[] {
  return zeros(columns).map((_, index) => lists.reduce((total, list) => total + (list[index] ?? 0), 0));
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

function sum(list: readonly number[]): number {
  return list.reduce((total, count) => total + count, 0);
}
