import { describe, expect, it } from 'vitest';
import { shortDay, weekOf } from '../../src/page/words.ts';

describe('calendar weeks', () => {
  it.each([
    ['2026-01-01', 1],
    ['2025-12-29', 1],
    ['2026-03-09', 11],
    ['2027-01-01', 53],
    ['2024-12-30', 1],
    ['2023-01-01', 52],
  ])('%s is in week %i', (day, week) => {
    expect(weekOf(new Date(day))).toBe(week);
  });
});

describe('days', () => {
  it('are named day first', () => {
    expect(shortDay('1999-03-09')).toBe('9 Mar 1999');
  });
});
