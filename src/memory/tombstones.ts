import { formatDate } from '../shared/clock.ts';
import {
  appendEntries,
  changeBlocks,
  type Entry,
  type MemoryDocument,
  parseDocument,
  serialiseDocument,
  startLines,
} from './document.ts';
import { findField, setField } from './edit-entry.ts';
import { formatId } from './entry-lesson.ts';
import { encodeText } from './field-values.ts';
import type { Notice } from './notice.ts';

/** Why a lesson was removed. */
export type Departure = 'rejected' | 'pruned';

/** A lesson that was removed from memory. It is kept in full, so that it can be restored and is not learned again. */
export interface Tombstone {
  /** The id that it had, which no other lesson gets. */
  id: string;
  fingerprint: string;
  title: string;
  /** `rejected`: a person does not want it. `pruned`: it had not been seen for long; new evidence restores it. */
  departure: Departure;
  /** The day, `YYYY-MM-DD`. */
  day: string;
  /** In words, for people. */
  reason: string;
}

/** The file with the removed lessons. */
export interface Graveyard {
  path: string;
  /** Its text when it was read; undefined if there was no file. */
  original: string | undefined;
  document: MemoryDocument;
  stones: Tombstone[];
}

/** Located beside the memory file. */
export const TOMBSTONE_FILE = 'tombstones.md';

/** Parses the file. Anything in it that is not a tombstone is kept and has no effect. */
export function parseGraveyard(text: string | undefined, path: string): Graveyard {
  const document = parseDocument(text ?? '');
  return { path, original: text, document, stones: readStones(document) };
}

export function renderGraveyard({ document }: Graveyard): string {
  return serialiseDocument(document);
}

/** Finds entries without a readable reason for their removal: they have no effect, and the user should know. */
export function findUnreadable({ document, path }: Graveyard): Notice[] {
  const lines = startLines(document);
  return document.blocks.flatMap((block, index): Notice[] => {
    if (block.type !== 'entry' || readStone(block)) return [];
    const message =
      'this tombstone says nothing: it needs a heading `## L-NNN: title` and a field `Gone: rejected on 2026-02-20`';
    return [{ code: 'broken-entry', message, path, line: lines[index] ?? 1 }];
  });
}

/** Adds entries of the memory file unchanged, with the day and the reason. */
export function bury(
  graveyard: Graveyard,
  buried: readonly { entry: Entry; fingerprint: string; departure: Departure; reason: string }[],
  now: Date,
): Graveyard {
  if (buried.length === 0) return graveyard;
  const start = graveyard.document.blocks.length === 0 ? parseDocument(HEADER) : graveyard.document;
  const entries = buried.map(({ entry, fingerprint, departure, reason }) => {
    const gone = `${departure} on ${formatDate(now)}: ${encodeText(reason)}`;
    const marked = setField(setField(entry, 'Fingerprint', fingerprint, '\n'), 'Gone', gone, '\n');
    return bareLines(marked);
  });
  return withDocument(graveyard, appendEntries(start, entries));
}

/** Removes a tombstone and returns the lines that the entry had in memory, without endings and with the day of its return. */
export function exhume(
  graveyard: Graveyard,
  id: string,
  now: Date,
): { graveyard: Graveyard; lines: string[] } | undefined {
  const found = graveyard.document.blocks.find(
    (block): block is Entry => block.type === 'entry' && readStone(block)?.id === id,
  );
  if (!found) return undefined;
  const own = findField(found, 'Fingerprint')?.value === `memory:${id}`;
  const unmarked = setField(found, 'Gone', undefined, '\n');
  const today = formatDate(now);
  const isOlder = (findField(found, 'Last seen')?.value ?? '') < today;
  const bare = isOlder ? setField(unmarked, 'Added', today, '\n') : unmarked;
  const document = changeBlocks(graveyard.document, (block) => (block === found ? undefined : block));
  // A lesson captured in words has no fingerprint other than its id.
  return {
    graveyard: withDocument(graveyard, document),
    lines: bareLines(own ? setField(bare, 'Fingerprint', undefined, '\n') : bare),
  };
}

const HEADER = `# Tombstones

Lessons that were taken out of harness-learnings.md, so that they are not learned again from the same sessions.

- \`rejected\`: somebody did not want it. It stays away.
- \`pruned\`: it was weak, and not seen for long. It comes back when it is seen again.
- \`hardwon restore L-001\` brings one back. Deleting an entry here lets it be learned again.
`;

/** `pruned on 2026-02-20: not seen for 61 days`; without a day, no `First seen` could be later than it. */
const GONE = /^(rejected|pruned) on (\d{4}-\d{2}-\d{2})(?:: ?(.*))?$/;

function readStones(document: MemoryDocument): Tombstone[] {
  return document.blocks.flatMap((block) => (block.type === 'entry' ? (readStone(block) ?? []) : []));
}

function readStone(entry: Entry): Tombstone | undefined {
  const [, departure, day, reason = ''] = GONE.exec(findField(entry, 'Gone')?.value ?? '') ?? [];
  if (entry.number === undefined || day === undefined || (departure !== 'rejected' && departure !== 'pruned'))
    return undefined;
  const id = formatId(entry.number);
  const fingerprint = findField(entry, 'Fingerprint')?.value || `memory:${id}`;
  return { id, fingerprint, title: entry.title, departure, day, reason };
}

function withDocument(graveyard: Graveyard, document: MemoryDocument): Graveyard {
  return { ...graveyard, document, stones: readStones(document) };
}

/** Returns the lines without endings and without trailing blank lines, because the other file has its own. */
function bareLines(entry: Entry): string[] {
  const lines = entry.lines.map((line) => line.replace(/^\uFEFF|\r?\n$/g, ''));
  while (lines.at(-1)?.trim() === '') lines.pop();
  return lines;
}
