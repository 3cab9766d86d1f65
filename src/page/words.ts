/** Formats numbers, times and names for people. */

const number = new Intl.NumberFormat('en-GB');

export function count(value: number): string {
  return number.format(value);
}

/** Returns `1 call`, `2,300 calls`. */
export function pluralise(value: number, noun: string, many = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : many}`;
}

/** Returns `once`, `2 times`. */
export function often(value: number): string {
  return value === 1 ? 'once' : `${count(value)} times`;
}

/** Returns `4.3%`; small shares get one more digit. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '–';
  const share = (part / whole) * 100;
  return `${share === 0 || share >= 10 ? Math.round(share) : share.toFixed(share < 1 ? 2 : 1)}%`;
}

/** Returns `45 min`, `3.2 h`, `51 h`. */
export function duration(minutes: number): string {
  if (minutes < 90) return `${Math.round(minutes)} min`;
  const hours = minutes / 60;
  return `${hours < 10 ? hours.toFixed(1) : Math.round(hours)} h`;
}

/** Returns `0.4 s`, `12 s`, `3 min`. */
export function took(milliseconds: number): string {
  if (milliseconds < 10_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return milliseconds < 120_000 ? `${Math.round(milliseconds / 1000)} s` : duration(milliseconds / 60_000);
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayWithYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** Returns `12 Mar`; with the year if it is not the current one. */
export function shortDay(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return date.getUTCFullYear() === new Date().getUTCFullYear() ? day.format(date) : dayWithYear.format(date);
}

/** Returns the ISO number of the calendar week of a day: weeks begin on Monday, and the first one has the first Thursday of a year. */
export function weekOf(date: Date): number {
  const thursday = new Date(date);
  thursday.setUTCDate(date.getUTCDate() + 3 - ((date.getUTCDay() + 6) % 7));
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return 1 + Math.floor((thursday.getTime() - first) / (7 * 86_400_000));
}

export function clock(iso: string): string {
  return time.format(new Date(iso));
}

export function shortMoment(iso: string): string {
  return moment.format(new Date(iso));
}

/** Returns `3 minutes ago`, `2 days ago`. */
export function ago(iso: string, now = Date.now()): string {
  const minutes = Math.max(0, (now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${pluralise(Math.floor(minutes), 'minute')} ago`;
  if (minutes < 48 * 60) return `${pluralise(Math.floor(minutes / 60), 'hour')} ago`;
  const days = Math.floor(minutes / 1440);
  return days < 60 ? `${pluralise(days, 'day')} ago` : `${pluralise(Math.floor(days / 30), 'month')} ago`;
}

/** Converts `file-missing` to `file missing`. */
export function plain(name: string): string {
  return name.replaceAll(/[-_]/g, ' ');
}

/** Returns the date some days before today, as `2026-03-01`. */
export function daysBefore(today: string, days: number): string {
  return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
}
