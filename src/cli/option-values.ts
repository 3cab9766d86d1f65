import { InvalidArgumentError } from 'commander';
import type { Host } from '../app/surroundings.ts';
import { AppError } from '../shared/errors.ts';

/** Refuses the combination of --user and --project. */
export function refuseBoth({ user, project }: { user?: true; project?: string }): void {
  if (user && project !== undefined)
    throw new AppError('usage', '--user and --project cannot be combined.', { hint: 'Leave one out.' });
}

/** Splits names separated by commas; the option may be repeated. */
export function splitNames(value: string, previous: string[] = []): string[] {
  return [
    ...previous,
    ...value
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ];
}

/** Collects every value of an option that may be repeated. */
export function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

/** Parses a whole number, 0 or more. */
export function parseCount(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(value);
}

const DAY = 86_400_000;

/** Returns a parser for the first moment of a period. */
export function parseSince({ now }: Pick<Host, 'now'>): (value: string) => Date {
  return (value) => parseDate(value, now).from;
}

/** Returns a parser for the last moment of a period. */
export function parseUntil({ now }: Pick<Host, 'now'>): (value: string) => Date {
  return (value) => parseDate(value, now).to;
}

/** Returns the first and the last moment of a period: a day has both, a moment is both. */
function parseDate(value: string, now: Date): { from: Date; to: Date } {
  const days = /^(\d{1,6})d$/.exec(value)?.[1];
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/.test(value);
  const from = days ? new Date(now.getTime() - Number(days) * DAY) : new Date(isDay || isMoment ? value : Number.NaN);
  // The 31st of February would otherwise become a day in March.
  const exists = !Number.isNaN(from.getTime()) && (!isDay || from.toISOString().startsWith(value));
  if (!exists) throw new InvalidArgumentError('Write a day as 2026-01-31, or 30d for the last 30 days.');
  return { from, to: isDay ? new Date(from.getTime() + DAY - 1) : from };
}
