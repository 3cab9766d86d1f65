import { findOpposed, type Stance } from '../lessons/contradictions.ts';
import { isImported, isTaught, TEAM_ORIGIN } from '../lessons/lesson.ts';
import { editEntry } from './blocks.ts';
import { setField } from './edit-entry.ts';
import type { MemoryEntry, NewEntry } from './entry-lesson.ts';
import type { Memory } from './memory.ts';

/** Lessons without logs that newly found ones contradict: maps their ids to the fingerprints of those found ones. */
type Outdated = ReadonlyMap<string, readonly string[]>;

/**
 * Compares newly found lessons with those whose logs are gone: logs are deleted after some weeks, and circumstances change. The
 * one that was seen later or more often prevails; a lesson that a person wrote or confirmed prevails in any case, and the new one
 * is then watched.
 */
export function settleWithKept(
  finds: ReadonlyMap<string, NewEntry>,
  entries: readonly MemoryEntry[],
): { finds: Map<string, NewEntry>; outdated: Outdated } {
  const settled = new Map(finds);
  const kept = entries.filter(({ fingerprint, status, promoted }) => {
    return status === 'ready' && promoted === undefined && !finds.has(fingerprint);
  });
  const outdated = new Map<string, readonly string[]>();
  if (kept.length === 0) return { finds: settled, outdated };
  const known = new Map(entries.map((entry) => [entry.fingerprint, entry]));
  const idOf = new Map(kept.map(({ fingerprint, id }) => [fingerprint, id]));
  for (const [fingerprint, find] of finds) {
    const by =
      known.get(fingerprint)?.validated === undefined ? kept.find((one) => explainsSame(one, find)) : undefined;
    if (by) settled.set(fingerprint, { ...find, status: 'watching', yieldsTo: [by.fingerprint] });
  }
  const opposed = findOpposed([
    ...kept.map((entry): Stance => ({ lesson: entry, ...(isOfPerson(entry) ? { isSaid: true } : {}) })),
    ...[...finds.values()].map((find) => ({ lesson: withKnown(find, known.get(find.fingerprint)) })),
  ]);
  for (const [fingerprint, others] of opposed) {
    const id = idOf.get(fingerprint);
    const find = finds.get(fingerprint);
    // Two lessons without logs are for people to settle, and two found ones were settled when they were found.
    const across = others.filter((other) => idOf.has(other) === (id === undefined));
    if (across.length === 0) continue;
    if (id !== undefined) outdated.set(id, across);
    else if (find) settled.set(fingerprint, { ...find, status: 'watching', yieldsTo: across });
  }
  return { finds: settled, outdated };
}

/** Whether a teacher explained most of the calls behind a found lesson: then agents are told what the teacher said. */
function explainsSame({ origin, evidence }: MemoryEntry, find: NewEntry): boolean {
  if (!isTaught(origin)) return false;
  const own = new Set(evidence.flatMap(({ call }) => call ?? []));
  const calls = new Set(find.evidence.flatMap(({ call }) => call ?? []));
  const shared = [...own].filter((call) => calls.has(call)).length;
  return shared > 0 && shared * 2 >= Math.min(own.size, calls.size);
}

/** Takes the higher counts and the earlier date of the two, because memory goes back further than the logs. */
function withKnown(find: NewEntry, entry: MemoryEntry | undefined): NewEntry {
  if (!entry) return find;
  const { sessions, occurrences, firstSeen } = entry;
  return {
    ...find,
    sessions: Math.max(sessions, find.sessions),
    occurrences: Math.max(occurrences, find.occurrences),
    firstSeen: firstSeen !== '' && firstSeen < find.firstSeen ? firstSeen : find.firstSeen,
  };
}

/** Whether somebody wrote, reworded, confirmed or kept it. */
function isOfPerson(entry: MemoryEntry): boolean {
  const { validated, evidence, edited, origin } = entry;
  return (
    validated !== undefined ||
    isTaught(origin) ||
    edited.includes('guidance') ||
    edited.includes('status') ||
    (evidence.length === 0 && !isImported(entry) && entry.origin !== TEAM_ORIGIN)
  );
}

/** Records in each outdated lesson which one it contradicts, and the reverse, in the form that `hardwon resolve` reads. */
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
