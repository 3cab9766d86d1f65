import { describe, expect, it } from 'vitest';
import { findCompared } from '../../../src/app/backtest/compared-sessions.ts';
import type { JournalEntry } from '../../../src/delivery/journal/entry.ts';

const head = (session: string, day = 1) => ({
  at: `2026-03-0${day}T09:00:00.000Z`,
  project: '/home/ada/harbour',
  agent: 'claude-code',
  session,
});
const failure = (session: string, call: string): JournalEntry => ({
  ...head(session),
  what: 'known-failure',
  lesson: 'L-001',
  call,
});

describe('findCompared', () => {
  it('counts known failures of sessions that took part, each call once', () => {
    const compared = findCompared([
      failure('one', 'a'),
      { ...head('one'), what: 'session', arm: 'told' },
      { ...head('two', 3), what: 'session', arm: 'held-out' },
      { ...head('two'), what: 'withheld', as: 'advice', lesson: 'L-001', call: 'a' },
      failure('two', 'a'),
      failure('two', 'a'),
      failure('two', 'b'),
      // Began before there was a holdout.
      failure('three', 'a'),
    ]);
    expect(compared).toEqual({
      sessions: [
        { arm: 'told', failures: 1, at: head('', 1).at },
        { arm: 'held-out', failures: 2, at: head('', 3).at },
      ],
      firstAt: head('', 1).at,
      lastAt: head('', 3).at,
    });
  });

  it('is nothing without such sessions', () => {
    expect(findCompared([failure('one', 'a')])).toEqual({ sessions: [] });
  });
});
