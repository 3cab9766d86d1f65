import { AppError } from './errors.ts';
import type { Environment } from './surroundings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the current time. HARDWON_NOW (ISO 8601) overrides it, so that runs are reproducible. */
export function now(env: Environment = process.env): Date {
  const set = env.HARDWON_NOW;
  if (set === undefined || set === '') return new Date();
  const date = new Date(set);
  if (Number.isNaN(date.getTime())) {
    throw new AppError('usage', `HARDWON_NOW is not a date: ${set}`, {
      hint: 'Write it as 2026-01-31 or 2026-01-31T12:00:00Z.',
    });
  }
  return date;
}

/** Returns `2026-01-31`, in UTC: the date is written to shared files, and must not depend on the writer's time zone. */
export function formatDate(date: Date | number): string {
  return new Date(date).toISOString().slice(0, 10);
}

/** Returns `just now`, `5 minutes ago`, `3 days ago`, `in 2 hours`. */
export function describeAge(then: Date | number, present: Date | number = now()): string {
  const distance = new Date(present).getTime() - new Date(then).getTime();
  if (Math.abs(distance) < MINUTE) return 'just now';
  const words = describeDuration(Math.abs(distance));
  return distance > 0 ? `${words} ago` : `in ${words}`;
}

/** Describes a duration in its largest whole unit: `40 seconds`, `1 minute`, `3 days`, `2 months`. */
export function describeDuration(milliseconds: number): string {
  const units: [string, number][] = [
    ['year', 365 * DAY],
    ['month', 30 * DAY],
    ['week', 7 * DAY],
    ['day', DAY],
    ['hour', HOUR],
    ['minute', MINUTE],
  ];
  for (const [unit, size] of units) {
    // Up to two weeks are given in days: "10 days" is more exact than "1 week".
    if (unit === 'week' && milliseconds < 14 * DAY) continue;
    if (milliseconds >= size) return count(Math.floor(milliseconds / size), unit);
  }
  return count(Math.max(0, Math.floor(milliseconds / 1000)), 'second');
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
