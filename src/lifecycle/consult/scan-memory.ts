import { CONFIDENCES } from '../../lessons/confidence.ts';
import { refuseNulls } from '../../memory/damage.ts';
import { cutDocument, type DocumentPiece, type Entry, readEntry } from '../../memory/document.ts';
import { findField } from '../../memory/edit-entry.ts';
import {
  type EntryHead,
  HEAD_FIELDS,
  isBroken,
  type MemoryEntry,
  readHead,
  readLesson,
} from '../../memory/entry-lesson.ts';
import { parseMemory, refuseConflictMarkers, tellBroken, tellUnclosed } from '../../memory/memory.ts';
import type { Notice } from '../../memory/notice.ts';

/** A lesson that the scan selected, with the result of the selection. */
interface Chosen<T> {
  entry: MemoryEntry;
  match: T;
}

/** Decides whether a lesson is wanted, and why; `count` is the number of entries. */
type Choose<T> = (head: EntryHead, count: number) => T | undefined;

/** The result of scanning a memory file. */
interface MemoryScan<T> {
  /** The number of entries, including unusable ones. */
  count: number;
  /** The selected lessons, parsed in full, in the order of the file. */
  chosen: Chosen<T>[];
  /**
   * Notices about the file, about entries whose head cannot be read, and about selected entries that turn out to be broken, each
   * with its line.
   */
  notices: Notice[];
}

/**
 * Reads the heads of all entries, and parses only those in full that `choose` wants, with the same result as reading the whole
 * file. It reads the whole file if a head is broken or a number or fingerprint occurs twice, because telling those apart takes
 * all entries.
 */
export function scanMemory<T>(text: string, path: string, choose: Choose<T>): MemoryScan<T> {
  refuseNulls(text, path);
  refuseConflictMarkers(text, path);
  const { pieces, unclosed } = cutDocument(text);
  const entries = pieces.filter(({ isEntry }) => isEntry);
  const heads = entries.flatMap((piece) => scanHead(piece) ?? []);
  // A file without a final line ending may have been truncated.
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

/** Reads the head of an entry; undefined if it is broken. */
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
