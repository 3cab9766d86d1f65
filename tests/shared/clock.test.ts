import { describe, expect, it } from 'vitest';
import { describeAge, describeDuration, formatDate, now } from '../../src/shared/clock.ts';
import { AppError } from '../../src/shared/errors.ts';

describe('now', () => {
  it('is what HARDWON_NOW says', () => {
    expect(now({ HARDWON_NOW: '2026-02-03T04:05:06Z' }).toISOString()).toBe('2026-02-03T04:05:06.000Z');
  });

  it('is the clock of the machine without it', () => {
    const before = Date.now();
    const time = now({ HARDWON_NOW: '' }).getTime();
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });

  it('refuses what is not a date', () => {
    expect(() => now({ HARDWON_NOW: 'tomorrow-ish' })).toThrow(AppError);
    expect(() => now({ HARDWON_NOW: 'tomorrow-ish' })).toThrow(/tomorrow-ish/);
  });
});

describe('formatDate', () => {
  it('gives the day in UTC', () => {
    expect(formatDate(new Date('2026-02-03T23:59:59-05:00'))).toBe('2026-02-04');
    expect(formatDate(0)).toBe('1970-01-01');
  });
});

describe('describeAge', () => {
  const present = new Date('2026-02-10T12:00:00Z');
  it.each([
    ['2026-02-10T11:59:30Z', 'just now'],
    ['2026-02-10T11:59:00Z', '1 minute ago'],
    ['2026-02-10T10:00:00Z', '2 hours ago'],
    ['2026-02-07T12:00:00Z', '3 days ago'],
    ['2026-01-31T12:00:00Z', '10 days ago'],
    ['2026-01-25T12:00:00Z', '2 weeks ago'],
    ['2025-12-01T12:00:00Z', '2 months ago'],
    ['2023-02-10T12:00:00Z', '3 years ago'],
    ['2026-02-10T15:00:00Z', 'in 3 hours'],
  ])('%s is %s', (then, words) => {
    expect(describeAge(new Date(then), present)).toBe(words);
  });
});

describe('describeDuration', () => {
  it('rounds down to whole units', () => {
    expect(describeDuration(59_999)).toBe('59 seconds');
    expect(describeDuration(60_000)).toBe('1 minute');
    expect(describeDuration(0)).toBe('0 seconds');
  });
});
