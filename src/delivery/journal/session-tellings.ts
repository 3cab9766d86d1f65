import { redactId } from '../../redaction/redact-id.ts';
import type { LessonEntry, ShownAs } from './entry.ts';
import { isPrevented } from './fold-journal.ts';
import { readJournal } from './read-journal.ts';

/** A statement of hooks in a session, and its outcome. */
export interface Telling {
  lesson: string;
  as: ShownAs;
  /** The time, ISO 8601. */
  at: string;
  /** The call that it was about, as the journal names it; absent at the start of a session. */
  call?: string;
  /** Absent if unknown. */
  came?: CameOf;
}

/**
 * The outcome. `prevented`: the call did not run, and its replacement went well. `helped`: the right form followed, and went
 * well; `heeded`: it followed, and nothing else is known. `wrong`: the call went well unchanged. `undone`: the rewritten call
 * failed.
 */
type CameOf = 'prevented' | 'helped' | 'heeded' | 'ignored' | 'mistake' | 'wrong' | 'undone';

/** Returns the statements of hooks in a session, in order. */
export function listTellings(dataDir: string, { agent, session }: { agent: string; session: string }): Telling[] {
  const tellings: Telling[] = [];
  const kept = redactId(session);
  for (const entry of readJournal(dataDir)) {
    if (entry.what === 'session' || entry.agent !== agent || entry.session !== kept) continue;
    const { what, lesson, as, call, at } = entry;
    if (what === 'shown' && as !== undefined) tellings.push({ lesson, as, at, call });
    const came = cameOf(entry);
    const of = entry.of ?? entry.call;
    const told = came && tellings.findLast((telling) => telling.lesson === lesson && telling.call === of);
    if (told && RANKS[came] > (told.came === undefined ? 0 : RANKS[told.came])) told.came = came;
  }
  return tellings;
}

/** Of several outcomes, the one with the highest rank counts: a mistake that was heeded afterwards was heeded. */
const RANKS: Readonly<Record<CameOf, number>> = {
  ignored: 1,
  mistake: 2,
  heeded: 3,
  helped: 4,
  prevented: 4,
  wrong: 4,
  undone: 5,
};

function cameOf(entry: LessonEntry): CameOf | undefined {
  const { what, yes } = entry;
  switch (what) {
    case 'followed':
      return yes ? 'heeded' : 'ignored';
    case 'helped':
      return isPrevented(entry) ? 'prevented' : yes ? 'helped' : undefined;
    case 'false-alarm':
      return 'wrong';
    case 'mistake':
    case 'undone':
      return what;
    default:
      return undefined;
  }
}
