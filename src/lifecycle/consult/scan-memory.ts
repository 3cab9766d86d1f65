import { CONFIDENCES } from '../../lessons/confidence.ts';
import { refuseNulls } from '../../memory/damage.ts';
import { cutDocument, type DocumentPiece, type Entry, readEntry } from '../../memory/document.ts';
import { findField } from '../../memory/edit-entry.ts';
import { type EntryHead, HEAD_FIELDS, isBroken, type MemoryEntry, readHead, readLesson } from '../../memory/entry-lesson.ts';
import { parseMemory, refuseConflictMarkers, tellBroken, tellUnclosed } from '../../memory/memory.ts';
import type { Notice } from '../../memory/notice.ts';

/** A lesson that a quick look chose, with what the look said of it. */
export interface Chosen<T> {
  entry: MemoryEntry;
  match: T;
}

/** Says of a lesson whether it is wanted, and why; `count` is how many entries there are. */
export type Choose<T> = (head: EntryHead, count: number) => T | undefined;

/** What a quick look at a memory file found. */
export interface MemoryScan<T> {
  /** Entries there are, those that cannot be used too. */
  count: number;
  /** The chosen ones, whole, in the order of the file. */
  chosen: Chosen<T>[];
  /** Of the file, of entries whose head cannot be read, and of chosen ones that turn out broken; each with its line. */
  notices: Notice[];
}

/**
 * Reads the heads of all entries, and whole only those that `choose` wants: the same lessons as reading the whole file gives. Where a head
 * is broken, or a number or fingerprint is there twice, which takes all entries to tell apart, it does read the whole file.
 */
export function scanMemory<T>(text: string, path: string, choose: Choose<T>): MemoryScan<T> {
  refuseNulls(text, path);
  refuseConflictMarkers(text, path);
  const { pieces, unclosed } = cutDocument(text);
  const entries = pieces.filter(({ isEntry }) => isEntry);
  const heads = entries.flatMap((piece) => scanHead(piece) ?? []);
  // A file that does not end with a line may have been cut off.
  if (heads.length < entries.length || hasTwins(heads) || !text.endsWith('\n'))
    return readAll(text, path, entries.length, choose);
  const scan: MemoryScan<T> = { count: entries.length, chosen: [], notices: tellUnclosed({ unclosed }, path) };
  for (const { head, piece } of heads) {
    const match = choose(head, entries.length);
    if (match === undefined) continue;
    const block = readEntry(piece.lines);
    const entry = readLesson(block, piece.line);
    if (isBroken(entry)) scan.notices.push(tellBroken(block, entry, { path, line: piece.line }));
    else scan.chosen.push({ entry, match });
  }
  return scan;
}

interface ScannedHead {
  head: EntryHead;
  piece: DocumentPiece;
}

/** The head of an entry; undefined where it is broken. */
function scanHead(piece: DocumentPiece): ScannedHead | undefined {
  const entry = readEntry(piece.lines, HEAD_FIELDS);
  if (entry.number === undefined || entry.title === '' || !hasKnownConfidence(entry)) return undefined;
  return { head: readHead(entry, entry.number), piece };
}

function hasKnownConfidence(entry: Entry): boolean {
  const value = findField(entry, 'Confidence')?.value.toLowerCase();
  return value === undefined || CONFIDENCES.some((known) => known === value);
}

function hasTwins(heads: readonly ScannedHead[]): boolean {
  const isTwice = (values: readonly string[]) => new Set(values).size < values.length;
  return isTwice(heads.map(({ head }) => head.id)) || isTwice(heads.map(({ head }) => head.fingerprint));
}

function readAll<T>(text: string, path: string, count: number, choose: Choose<T>): MemoryScan<T> {
  const { entries, notices } = parseMemory(text, path);
  const chosen = entries.flatMap((entry) => {
    const match = choose(entry, count);
    return match === undefined ? [] : [{ entry, match }];
  });
  return { count, chosen, notices };
}
