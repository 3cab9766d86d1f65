import type { LessonKind } from '../lessons/lesson.ts';
import type { Entry } from './document.ts';
import { fieldLines, findField, setField, setHeading } from './edit-entry.ts';
import { encodeWritten, type MemoryEntry, type NewEntry } from './entry-lesson.ts';
import { FIELD_ORDER, type FieldName } from './field-names.ts';
import { encodeEvidence, encodeScope, encodeTrigger } from './field-values.ts';
import { noteSimilar } from './similar-note.ts';

/**
 * Returns the lines, without endings, of a lesson that was added to memory on the day `added`. Its texts must already have passed
 * `encodeText`. `option` is the option that commands about this memory need.
 */
export function newEntry(lesson: NewEntry, id: string, added: string, option = ''): string[] {
  const fixed: Partial<Record<FieldName, string>> = {
    Phase: lesson.phase ?? PHASE_OF_KIND[lesson.kind] ?? 'implement',
    // Agents' mistakes concern the maintenance of the code base; the other two dimensions are for people to name.
    Dimension: lesson.dimension ?? 'maintainability',
    ...(added > dayOf(lesson.lastSeen) && { Added: added }),
    ...(lesson.origin && { Origin: lesson.origin }),
    ...(lesson.likeAnother && { Similar: noteSimilar(lesson.likeAnother, id, option) }),
    Written: encodeWritten(lesson, [], ''),
  };
  const fields = FIELD_ORDER.flatMap((name) => {
    const value = fixed[name] ?? ENCODERS[name]?.(lesson);
    return value === undefined ? [] : fieldLines(`- ${name}:`, value);
  });
  return [`## ${id}: ${lesson.title}`, ...fields];
}

/** Updates an entry from `before` to `after`: a field whose meaning did not change keeps its lines as they are. */
export function updateEntry(entry: Entry, before: MemoryEntry, after: NewEntry, eol: string): Entry {
  let changed = entry;
  if (after.title !== before.title) changed = setHeading(changed, before.id, after.title, eol);
  for (const name of FIELD_ORDER) {
    const encode = ENCODERS[name];
    if (encode && encode(before) !== encode(after)) changed = setField(changed, name, encode(after), eol);
  }
  const written = findField(entry, 'Written')?.value;
  if (written === undefined) return changed;
  const hashes = encodeWritten(after, before.edited, written);
  return hashes === written ? changed : setField(changed, 'Written', hashes, eol);
}

/** Returns `YYYY-MM-DD` for an ISO timestamp. */
export function dayOf(time: string): string {
  return time.slice(0, 10);
}

const PHASE_OF_KIND: Partial<Record<LessonKind, string>> = { prerequisite: 'verify', retry: 'debug' };

/** Writes the value of each field; undefined if the lesson has none. */
const ENCODERS: Partial<Record<FieldName, (lesson: NewEntry) => string | undefined>> = {
  Scope: (lesson) => encodeScope(lesson.scope),
  Pattern: (lesson) => lesson.pattern,
  Guidance: (lesson) => lesson.guidance,
  Confidence: (lesson) => lesson.confidence,
  Occurrences: (lesson) => String(lesson.occurrences),
  'First seen': (lesson) => dayOf(lesson.firstSeen),
  'Last seen': (lesson) => dayOf(lesson.lastSeen),
  Kind: (lesson) => lesson.kind,
  Trigger: (lesson) => lesson.trigger && encodeTrigger(lesson.trigger),
  Status: (lesson) => lesson.status,
  Told: (lesson) => lesson.told,
  Reach: (lesson) => lesson.reach,
  Sessions: (lesson) => String(lesson.sessions),
  'Wasted calls': (lesson) => String(lesson.wastedCalls),
  'Wasted minutes': ({ wastedMinutes }) => wastedMinutes?.toString(),
  'Wasted tokens': ({ wastedTokens }) => wastedTokens?.toString(),
  Fingerprint: (lesson) => lesson.fingerprint,
  // An imported lesson has its origin instead.
  Evidence: (lesson) =>
    lesson.evidence.length === 0 && lesson.origin ? undefined : encodeEvidence(lesson.evidence, lesson.occurrences),
  Errors: ({ errors = [] }) => (errors.length === 0 ? undefined : errors.join(' ')),
};
