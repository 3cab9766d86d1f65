import type { NumberlessLesson } from './entry-lesson.ts';

/** What there is to say of a lesson that was seen once, on that day, and by no call on record. */
export function seenOnce(
  day: string,
): Pick<NumberlessLesson, 'scope' | 'occurrences' | 'sessions' | 'wastedCalls' | 'firstSeen' | 'lastSeen' | 'evidence'> {
  return { scope: [], occurrences: 1, sessions: 1, wastedCalls: 0, firstSeen: day, lastSeen: day, evidence: [] };
}
