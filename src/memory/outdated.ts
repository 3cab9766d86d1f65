import { findOpposed, type Stance } from '../lessons/contradictions.ts';
import { isImported } from '../lessons/lesson.ts';
import { editEntry } from './blocks.ts';
import { setField } from './edit-entry.ts';
import type { MemoryEntry, NumberlessLesson } from './entry-lesson.ts';
import type { Memory } from './memory.ts';

/** Lessons that no log shows any more, and what was found now says the opposite of: by their ids, the fingerprints of those finds. */
export type Outdated = ReadonlyMap<string, readonly string[]>;

/**
 * Compares what was found now with lessons whose logs are gone: logs are deleted after some weeks, and the world goes on. What was seen
 * later or more often holds; what a person wrote or confirmed holds in any case, and the find is then watched.
 */
export function settleWithKept(
  finds: ReadonlyMap<string, NumberlessLesson>,
  entries: readonly MemoryEntry[],
): { finds: Map<string, NumberlessLesson>; outdated: Outdated } {
  const settled = new Map(finds);
  const kept = entries.filter(({ fingerprint, status, promoted }) => {
    return status === 'ready' && promoted === undefined && !finds.has(fingerprint);
  });
  const outdated = new Map<string, readonly string[]>();
  if (kept.length === 0) return { finds: settled, outdated };
  const known = new Map(entries.map((entry) => [entry.fingerprint, entry]));
  const idOf = new Map(kept.map(({ fingerprint, id }) => [fingerprint, id]));
  const opposed = findOpposed([
    ...kept.map((entry): Stance => ({ lesson: entry, ...(isOfPerson(entry) ? { isSaid: true } : {}) })),
    ...[...finds.values()].map((find) => ({ lesson: withKnown(find, known.get(find.fingerprint)) })),
  ]);
  for (const [fingerprint, others] of opposed) {
    const id = idOf.get(fingerprint);
    const find = finds.get(fingerprint);
    // Two that no log shows are for people to settle, and two finds were settled when they were found.
    const across = others.filter((other) => idOf.has(other) === (id === undefined));
    if (across.length === 0) continue;
    if (id !== undefined) outdated.set(id, across);
    else if (find) settled.set(fingerprint, { ...find, status: 'watching', yieldsTo: across });
  }
  return { finds: settled, outdated };
}

/** Counts of memory go back further than the logs. */
function withKnown(find: NumberlessLesson, entry: MemoryEntry | undefined): NumberlessLesson {
  if (!entry) return find;
  const { sessions, occurrences, firstSeen } = entry;
  return {
    ...find,
    sessions: Math.max(sessions, find.sessions),
    occurrences: Math.max(occurrences, find.occurrences),
    firstSeen: firstSeen !== '' && firstSeen < find.firstSeen ? firstSeen : find.firstSeen,
  };
}

/** What somebody wrote, worded anew or confirmed. */
function isOfPerson(entry: MemoryEntry): boolean {
  const { validated, evidence, edited } = entry;
  return (
    validated !== undefined ||
    edited.includes('guidance') ||
    edited.includes('status') ||
    (evidence.length === 0 && !isImported(entry))
  );
}

/** Writes down what each outdated lesson contradicts, and the other way round, as `hardwon resolve` reads it. */
export function markOutdated(memory: Memory, outdated: Outdated): Memory {
  const idOf = new Map(memory.entries.map(({ fingerprint, id }) => [fingerprint, id]));
  const pairs = [...outdated].flatMap(([id, others]) =>
    others.flatMap((other) => idOf.get(other) ?? []).map((other) => [id, other]),
  );
  return pairs
    .flatMap(([first, second]) => [
      [first, second],
      [second, first],
    ])
    .reduce((marked, [id = '', other = '']) => {
      const known = marked.entries.find((entry) => entry.id === id)?.conflict;
      if (known?.includes(other)) return marked;
      const text = known === undefined ? `may contradict ${other}` : `${known}, ${other}`;
      return editEntry(marked, id, (block, eol) => setField(block, 'CONFLICT', text, eol));
    }, memory);
}
