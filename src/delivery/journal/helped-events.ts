import type { HelpedEvents } from '../../memory/helped.ts';
import { resultKey } from './fold-journal.ts';
import { readJournal } from './read-journal.ts';
import { nameMachine, readSalt } from './salt.ts';

/** When lessons of a project helped, as the journal of this machine has it; nothing where none did. */
export function findHelped(dataDir: string, project: string): HelpedEvents | undefined {
  const times = new Map<string, string[]>();
  const known = new Set<string>();
  for (const entry of readJournal(dataDir)) {
    if (entry.what !== 'helped' || !entry.yes || entry.project !== project || entry.at === '') continue;
    const key = resultKey(entry);
    if (known.has(key)) continue;
    known.add(key);
    times.set(entry.lesson, [...(times.get(entry.lesson) ?? []), entry.at]);
  }
  const salt = times.size === 0 ? undefined : readSalt(dataDir);
  return salt === undefined ? undefined : { machine: nameMachine(salt), times };
}
