import { redactId } from '../../redaction/redact-id.ts';
import type { LessonEntry, ShownAs } from './entry.ts';
import { readJournal } from './read-journal.ts';

/** What hooks said about a call of a session, and what came of it. */
export interface Telling {
  lesson: string;
  as: Exclude<ShownAs, 'session-start'>;
  /** Absent where nobody can tell. */
  came?: 'heeded' | 'ignored' | 'mistake' | 'wrong';
}

/** What hooks said in a session, by the call that it was said about. A client without ids of calls has none to look up. */
export function listTellings(dataDir: string, { agent, session }: { agent: string; session: string }): Map<string, Telling[]> {
  const tellings = new Map<string, Telling[]>();
  const kept = redactId(session);
  for (const entry of readJournal(dataDir)) {
    if (entry.what === 'session' || entry.agent !== agent || entry.session !== kept) continue;
    const { what, lesson, as, call } = entry;
    if (what === 'shown' && as !== undefined && as !== 'session-start' && call !== undefined)
      tellings.set(call, [...(tellings.get(call) ?? []), { lesson, as }]);
    const told = tellings.get(entry.of ?? '')?.find((telling) => telling.lesson === lesson);
    const came = cameOf(entry);
    // A mistake that was heeded afterwards was heeded.
    if (told && came && (told.came === undefined || told.came === 'mistake')) told.came = came;
  }
  return tellings;
}

function cameOf({ what, yes }: LessonEntry): Telling['came'] {
  if (what === 'followed') return yes ? 'heeded' : 'ignored';
  if (what === 'false-alarm') return 'wrong';
  return what === 'mistake' ? 'mistake' : undefined;
}
