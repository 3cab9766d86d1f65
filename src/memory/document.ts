import { BYTE_ORDER_MARK, lineEndingOf, splitLines } from '../shared/files.ts';
import { commentFinder, fenceFinder, withoutEnding } from './markdown.ts';
import { type Field, readFields } from './read-fields.ts';

/** `## L-NNN: title` with everything up to the next heading of level 1 or 2. */
export interface Entry {
  type: 'entry';
  /** The lines with their endings; the heading is the first. */
  lines: readonly string[];
  /** The number in the heading; undefined if it cannot be read. */
  number: number | undefined;
  title: string;
  /** In the order of the file; names may repeat. */
  fields: readonly Field[];
  /** Whether it contains anything besides heading, fields and blank lines. */
  hasProse: boolean;
}

/** The user's text between entries or before the first one. */
export interface Prose {
  type: 'prose';
  lines: readonly string[];
}

/** A memory file in pieces: the joined lines of all blocks are the file, byte for byte. */
export interface MemoryDocument {
  blocks: readonly (Entry | Prose)[];
  /** The line ending for added lines. */
  eol: '\n' | '\r\n';
  /** The first lines, counted from 1, of comments and code blocks that are never closed. */
  unclosed: readonly number[];
}

/** Any `## L-0…` is meant to be an entry; its number and title are checked later. */
const ENTRY_HEADING = /^## +L-\d/;
const SECTION_HEADING = /^#{1,2}(?:[ \t]|$)/;
const HEADING_PARTS = /^## +L-(\d{1,9}):[ \t]*(.*)$/;

/** Splits a memory file into entries and the text between them. It never fails: text that is not an entry is prose. */
export function parseDocument(text: string): MemoryDocument {
  const { pieces, unclosed } = cutDocument(text);
  const blocks = pieces.map(({ isEntry, lines }): Entry | Prose =>
    isEntry ? readEntry(lines) : { type: 'prose', lines },
  );
  return { blocks, eol: lineEndingOf(text), unclosed };
}

/** A part of a memory file between two headings, not parsed yet. */
export interface DocumentPiece {
  isEntry: boolean;
  /** The lines with their endings; the heading is the first. */
  lines: readonly string[];
  /** The line, counted from 1, on which it starts. */
  line: number;
}

/** Finds the entries of a memory file without reading their fields. */
export function cutDocument(text: string): { pieces: DocumentPiece[]; unclosed: number[] } {
  const lines = splitLines(text);
  const bare = lines.map((line, index) => bareLine(line, index));
  const pieces: DocumentPiece[] = [];
  const unclosed: number[] = [];
  const endOfComment = commentFinder(bare);
  // An example in the header may be fenced, but a fence left open in one entry must not hide the next one.
  const headerFence = fenceFinder(bare);
  const entryFence = fenceFinder(bare, (line) => ENTRY_HEADING.test(line));
  let start = 0;
  let inEntry = false;
  let seenEntry = false;
  const close = (end: number) => {
    if (end > start) pieces.push({ isEntry: inEntry, lines: lines.slice(start, end), line: start + 1 });
    start = end;
  };
  for (let index = 0; index < lines.length; index++) {
    const line = bare[index] ?? '';
    const region = endOfComment(index) ?? (seenEntry ? entryFence : headerFence)(index);
    if (region) {
      index = region.end;
    } else if (SECTION_HEADING.test(line)) {
      close(index);
      inEntry = ENTRY_HEADING.test(line);
      seenEntry ||= inEntry;
    } else if (isOpening(line)) {
      unclosed.push(index + 1);
    }
  }
  close(lines.length);
  return { pieces, unclosed };
}

/** Returns the text of a document; an untouched one gives the text from which it was read. */
export function serialiseDocument(document: MemoryDocument): string {
  return document.blocks.map((block) => block.lines.join('')).join('');
}

/** Replaces blocks; `change` returns the block itself to keep it, or undefined to remove it. */
export function changeBlocks(
  document: MemoryDocument,
  change: (block: Entry | Prose) => Entry | Prose | undefined,
): MemoryDocument {
  return { ...document, blocks: document.blocks.flatMap((block) => change(block) ?? []) };
}

/** Appends entries, separated by one blank line. A file without a final newline stays without one. */
export function appendEntries(document: MemoryDocument, entries: readonly (readonly string[])[]): MemoryDocument {
  if (entries.length === 0) return document;
  const { eol } = document;
  const text = serialiseDocument(document);
  const isOpenEnded = text !== '' && text !== BYTE_ORDER_MARK && !text.endsWith('\n');
  const endsBlank = text === '' || text === BYTE_ORDER_MARK || /\n\r?\n$/.test(text);
  const gap = isOpenEnded ? eol + eol : endsBlank ? '' : eol;
  const added = entries.map((lines) => lines.join(eol)).join(eol + eol);
  return { ...parseDocument(text + gap + added + (isOpenEnded ? '' : eol)), eol };
}

/** Parses the lines of one entry; with `wanted`, it stops once the fields of these names are found. */
export function readEntry(lines: readonly string[], wanted?: readonly string[]): Entry {
  const bare = lines.map((line, index) => bareLine(line, index));
  const [, digits, title] = HEADING_PARTS.exec(bare[0] ?? '') ?? [];
  return {
    type: 'entry',
    lines,
    number: digits === undefined ? undefined : Number(digits),
    title: title?.trim() ?? '',
    ...readFields(bare, wanted),
  };
}

/** Returns the line, counted from 1, on which each block of a document starts. */
export function startLines(document: MemoryDocument): number[] {
  let next = 1;
  return document.blocks.map((block) => {
    const line = next;
    next += block.lines.length;
    return line;
  });
}

function bareLine(line: string, index: number): string {
  const bare = withoutEnding(line);
  return index === 0 && bare.startsWith(BYTE_ORDER_MARK) ? bare.slice(1) : bare;
}

function isOpening(line: string): boolean {
  return /^ {0,3}(?:`{3,}[^`]*|~{3,}.*|<!--.*)$/.test(line);
}
