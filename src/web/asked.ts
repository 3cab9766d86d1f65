import type { DayFigures } from '../lessons/figures.ts';
import type { Asked, Totals } from './answers/overview.ts';
import type { PicturedProject, PicturedSession, Shown } from './picture.ts';

const DAY = 86_400_000;

/** A span of days since 1970, inclusive. */
export interface DaySpan {
  from: number;
  to: number;
}

/** Returns the requested days; open ends are unlimited. */
export function spanOf({ since, until }: Pick<Asked, 'since' | 'until'>): DaySpan {
  return {
    from: since === undefined ? Number.NEGATIVE_INFINITY : toDay(since),
    to: until === undefined ? Number.POSITIVE_INFINITY : toDay(until),
  };
}

/** Returns the same number of days before a span; undefined if the span has no beginning. */
export function spanBefore({ from, to }: DaySpan, today: number): DaySpan | undefined {
  if (from === Number.NEGATIVE_INFINITY) return undefined;
  const days = Math.min(to, today) - from + 1;
  return days > 0 ? { from: from - days, to: from - 1 } : undefined;
}

/** Converts `2026-03-01` to days since 1970. */
export function toDay(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY);
}

/** Converts days since 1970 to `2026-03-01`. */
export function printDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** Returns the requested projects. */
export function projectsOf({ projects }: Shown, asked: Pick<Asked, 'projects'>): PicturedProject[] {
  return asked.projects.length === 0 ? projects : projects.filter(({ project }) => asked.projects.includes(project.id));
}

/** Returns the sessions of a project with the requested agents. */
export function sessionsOf({ sessions }: PicturedProject, { agents }: Pick<Asked, 'agents'>): PicturedSession[] {
  return agents.length === 0 ? sessions : sessions.filter(({ agent }) => agents.includes(agent));
}

/** Returns the days of a session within a span. */
export function daysIn({ figures }: PicturedSession, { from, to }: DaySpan): DayFigures[] {
  return figures.days.filter(({ day }) => day >= from && day <= to);
}

export function noTotals(): Totals {
  const failures = { failures: 0, unflagged: 0, work: 0, rejected: 0, blocked: 0 };
  return { sessions: 0, calls: 0, ...failures, lostCalls: 0, lostMinutes: 0 };
}

/** Adds the days of a session to totals. */
export function addDays(totals: Totals, days: readonly DayFigures[]): void {
  const { sessions: _, ...counted } = noTotals();
  const names = Object.keys(counted) as (keyof typeof counted)[];
  if (days.length > 0) totals.sessions += 1;
  for (const day of days) for (const name of names) totals[name] += day[name];
}
