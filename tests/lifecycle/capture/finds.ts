import type { NewEntry } from '../../../src/memory/entry-lesson.ts';

/** A lesson as the session of a day of March would show it. */
export function find(day: string, more: Partial<NewEntry> = {}): NewEntry {
  const at = `2026-03-0${day}T09:00:00Z`;
  return {
    fingerprint: 'f00d',
    kind: 'prerequisite',
    title: 'Seed first',
    pattern: 'It failed once.',
    guidance: 'Before `make test`, run `make seed`.',
    scope: ['tests'],
    reach: 'project',
    status: 'watching',
    confidence: 'low',
    occurrences: 1,
    sessions: 1,
    wastedCalls: 1,
    firstSeen: at,
    lastSeen: at,
    evidence: [{ agent: 'claude-code', session: `s${day}`, call: `c${day}`, at }],
    ...more,
  };
}
