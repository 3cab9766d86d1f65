import { mondayOf } from '../lessons/figures.ts';
import type { Asked, Failures, Mark, Series } from './answers/overview.ts';
import { daysIn, printDay, projectsOf, sessionsOf, spanOf, toDay } from './asked.ts';
import type { KeptBacktest } from './backtest-desk.ts';
import type { Shown } from './picture.ts';
import { avoidableIn } from './proof.ts';

/** More lines than this cannot be told apart; the rest are combined. */
const MOST_LINES = 6;

/** Number of columns for which a chart has room. */
const MOST_COLUMNS = 92;

/** Up to this many days are shown one by one; more are shown as calendar weeks. */
const MOST_DAYS = 28;

/** The days of a column, and the number of columns. */
interface Columns {
  first: number;
  step: number;
  columns: number;
}

/**
 * Returns failures over time, by project, by agent, or by whether a lesson was there in time (`lesson`): per day, per calendar
 * week, or per four weeks if that would be too many columns.
 */
export function failuresOf(
  shown: Shown,
  asked: Asked,
  by: 'project' | 'agent' | 'lesson',
  marks: readonly Mark[],
  backtest?: KeptBacktest,
): Failures {
  const span = spanOf(asked);
  const counted = new Map<string, Map<number, [calls: number, failures: number]>>();
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const pictured of projectsOf(shown, asked)) {
    for (const session of sessionsOf(pictured, asked)) {
      const key = by === 'agent' ? session.agent : pictured.project.id;
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
  const days = last - first + 1;
  const step = days <= MOST_DAYS ? 1 : days <= 7 * MOST_COLUMNS ? 7 : 28;
  // Weeks begin on Monday, as everywhere.
  if (step > 1) first = mondayOf(first);
  const columns = Math.floor((last - first) / step) + 1;
  const names = namesOf(shown, by);
  const all = [...counted]
    .map(([key, days]) => toSeries(key, names.get(key) ?? key, days, { first, step, columns }))
    .filter(({ calls }) => calls.some((count) => count > 0))
    .sort((a, b) => sum(b.failures) - sum(a.failures) || a.name.localeCompare(b.name));
  const failures = addUp(
    all.map((each) => each.failures),
    columns,
  );
  return {
    step,
    days: Array.from({ length: columns }, (_, index) => printDay(first + index * step)),
    calls: addUp(
      all.map(({ calls }) => calls),
      columns,
    ),
    failures,
    series:
      by === 'lesson' ? splitByLesson(failures, asked, backtest, { first, step, columns }) : joinRest(all, columns),
    marks: seen,
  };
}

/** Splits failures into those with a lesson in time, those that had none but could have been avoided, and the rest. */
function splitByLesson(
  failures: readonly number[],
  asked: Asked,
  backtest: KeptBacktest | undefined,
  { first, step, columns }: Columns,
): Series[] {
  const [inTime, late] = [zeros(columns), zeros(columns)];
  for (const found of backtest ? avoidableIn(backtest, asked) : []) {
    const column = Math.floor((toDay(found.at.slice(0, 10)) - first) / step);
    const counts = found.inTime ? inTime : late;
    if (column >= 0 && column < columns) counts[column] = (counts[column] ?? 0) + 1;
  }
  // Refused calls can be avoidable, too, but are not counted as failures.
  const other = failures.map((count, index) => Math.max(0, count - (inTime[index] ?? 0) - (late[index] ?? 0)));
  const calls = zeros(columns);
  return [
    { key: 'in-time', name: 'had a lesson in time', failures: inTime, calls },
    { key: 'late', name: 'avoidable, but no lesson in time', failures: late, calls },
    { key: 'other', name: 'first of their kind, or failing tests', failures: other, calls },
  ];
}

function namesOf({ projects, agents }: Shown, by: 'project' | 'agent' | 'lesson'): Map<string, string> {
  return by === 'agent'
    ? new Map(agents.map(({ name, title }) => [name, title]))
    : new Map(projects.map(({ project }) => [project.id, project.name]));
}

function toSeries(
  key: string,
  name: string,
  days: ReadonlyMap<number, readonly [number, number]>,
  { first, step, columns }: Columns,
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
