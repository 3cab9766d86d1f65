import type { HelpedEvents } from '../../memory/helped.ts';
import type { LessonEntry } from './entry.ts';
import { isPrevented, resultKey } from './fold-journal.ts';
import { readJournal } from './read-journal.ts';
import { nameMachine, readSalt } from './salt.ts';

/**
 * Returns when lessons of a project helped, and when they prevented a mistake, according to the journal of this machine;
 * undefined if none did.
 */
export function findHelped(dataDir: string, project: string): HelpedEvents | undefined {
  const events = listHelped(dataDir, project);
  const salt = events.length === 0 ? undefined : readSalt(dataDir);
  if (salt === undefined) return undefined;
  return { machine: nameMachine(salt), helped: groupTimes(events), prevented: groupTimes(events.filter(isPrevented)) };
}

function listHelped(dataDir: string, project: string): LessonEntry[] {
  const events = new Map<string, LessonEntry>();
  for (const entry of readJournal(dataDir)) {
    if (entry.what !== 'helped' || !entry.yes || entry.project !== project || entry.at === '') continue;
    const key = resultKey(entry);
    if (!events.has(key)) events.set(key, entry);
  }
  return [...events.values()];
}

function groupTimes(events: readonly LessonEntry[]): Map<string, string[]> {
  const times = new Map<string, string[]>();
  for (const { lesson, at } of events) times.set(lesson, [...(times.get(lesson) ?? []), at]);
  return times;
}
