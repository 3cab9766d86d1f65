import type { JournalEntry } from '../../delivery/journal/entry.ts';
import type { ComparedSession } from '../../proof/effect.ts';

/** The sessions that can be compared, and the period in which they began. */
export interface Comparison {
  sessions: (ComparedSession & { /** When it began, ISO 8601. */ at: string })[];
  /** The time at which the first and the last of them began, ISO 8601; absent if there are none. */
  firstAt?: string;
  lastAt?: string;
}

/**
 * Returns the sessions that took part according to the journal: those that began while a holdout was set, with their known
 * failures, each call counted once.
 */
export function findCompared(entries: Iterable<JournalEntry>): Comparison {
  const sessions = new Map<string, { arm: ComparedSession['arm']; at: string; calls: Set<string> }>();
  const failures: JournalEntry[] = [];
  for (const entry of entries) {
    if (entry.what === 'session') {
      const key = keyOf(entry);
      if (!sessions.has(key)) sessions.set(key, { arm: entry.arm, at: entry.at, calls: new Set() });
    } else if (entry.what === 'known-failure') failures.push(entry);
  }
  for (const entry of failures)
    if (entry.what === 'known-failure') sessions.get(keyOf(entry))?.calls.add(entry.call ?? entry.at);
  const times = [...sessions.values()].map(({ at }) => at).sort();
  const [firstAt, lastAt] = [times[0], times.at(-1)];
  return {
    sessions: [...sessions.values()].map(({ arm, at, calls }) => ({ arm, failures: calls.size, at })),
    ...(firstAt === undefined || lastAt === undefined ? {} : { firstAt, lastAt }),
  };
}

function keyOf({ agent, session, project }: JournalEntry): string {
  return [project, agent, session].join('\n');
}
