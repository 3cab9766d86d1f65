import type { NewEntry } from './entry-lesson.ts';

/** Returns the facts of a lesson that was seen once, on that day, without any call on record. */
export function seenOnce(
  day: string,
): Pick<NewEntry, 'scope' | 'occurrences' | 'sessions' | 'wastedCalls' | 'firstSeen' | 'lastSeen' | 'evidence'> {
  return { scope: [], occurrences: 1, sessions: 1, wastedCalls: 0, firstSeen: day, lastSeen: day, evidence: [] };
}
