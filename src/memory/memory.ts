import { dirname, join } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { readTextFile, splitLines } from '../shared/files.ts';
import { refuseCutOff, refuseNulls } from './damage.ts';
import { type Entry, type MemoryDocument, parseDocument, serialiseDocument, startLines } from './document.ts';
import { separateDuplicates } from './duplicates.ts';
import { findField } from './edit-entry.ts';
import { type BrokenEntry, formatId, isBroken, type MemoryEntry, readLesson } from './entry-lesson.ts';
import { fenceFinder, withoutEnding } from './markdown.ts';
import type { Notice } from './notice.ts';
import { findUnreadable, type Graveyard, parseGraveyard, TOMBSTONE_FILE } from './tombstones.ts';

/** The lessons of a project as its text file holds them. */
export interface Memory {
  /** The file: `.memory/harness-learnings.md` in the project. */
  path: string;
  /** It is the user's own, over all projects: commands mean it with `--user`. */
  isUsers?: true;
  /** Its text when it was read; undefined where there was none. */
  original: string | undefined;
  /** The file in pieces, with every change so far. */
  document: MemoryDocument;
  /** The entries that can be used, in the order of the file. */
  entries: MemoryEntry[];
  /** Fingerprints of entries that cannot be used: not to be added a second time. */
  brokenFingerprints: ReadonlySet<string>;
  /** Lessons that were taken out of it. */
  graveyard: Graveyard;
  /** What the user should know: broken entries, numbers given twice. */
  notices: Notice[];
}

/** The folder in a project that lessons live in, and the file in it. */
export const MEMORY_FOLDER = '.memory';
export const MEMORY_FILE = 'harness-learnings.md';

/** Reads the memory of a project; an empty one where there is none yet. */
export async function loadMemory(projectRoot: string): Promise<Memory> {
  const path = join(projectRoot, MEMORY_FOLDER, MEMORY_FILE);
  const [memory, tombstones] = await Promise.all([readTextFile(path), readTextFile(join(dirname(path), TOMBSTONE_FILE))]);
  return parseMemory(memory?.text, path, tombstones?.text);
}

/** Reads the user's own memory, which is in hardwon's configuration folder. */
export async function loadUserMemory(configFolder: string): Promise<Memory> {
  return { ...(await loadMemory(configFolder)), isUsers: true };
}

/** What commands are told to mean this memory, behind a blank. */
export function memoryOption({ isUsers }: Pick<Memory, 'isUsers'>): '' | ' --user' {
  return isUsers ? ' --user' : '';
}

/** Reads the text of a memory file and of the tombstones beside it. `path` is for messages. */
export function parseMemory(text: string | undefined, path: string, tombstones?: string): Memory {
  const graveyard = parseGraveyard(tombstones, join(dirname(path), TOMBSTONE_FILE));
  const parsed = parseDocument(text ?? '');
  refuseUnfit(text ?? '', parsed, path);
  refuseUnfit(tombstones ?? '', graveyard.document, graveyard.path);
  const { document, notices } = separateDuplicates(parsed, path);
  const memory = readEntries({
    path,
    original: text,
    document,
    entries: [],
    brokenFingerprints: new Set(),
    graveyard,
    notices: [],
  });
  return { ...memory, notices: [...tellUnclosed(parsed, path), ...notices, ...memory.notices, ...findUnreadable(graveyard)] };
}

/** The text of the file as it should be: what is not touched is as it was, byte for byte. */
export function renderMemory(memory: Memory): string {
  return serialiseDocument(memory.document);
}

/** Understands the entries of the document anew, after it changed. */
export function readEntries(memory: Memory): Memory {
  const entries: MemoryEntry[] = [];
  const notices: Notice[] = [];
  const brokenFingerprints = new Set<string>();
  const known = new Map<string, string>();
  const lines = startLines(memory.document);
  for (const [index, block] of memory.document.blocks.entries()) {
    if (block.type !== 'entry') continue;
    const lesson = readLesson(block, lines[index] ?? 1);
    if (isBroken(lesson)) {
      brokenFingerprints.add(findField(block, 'Fingerprint')?.value ?? '');
      notices.push(tellBroken(block, lesson, { path: memory.path, line: lines[index] ?? 1 }));
    } else if (known.has(lesson.fingerprint)) {
      const message = `${lesson.id} is the same lesson as ${known.get(lesson.fingerprint)}, and is left alone: delete one of them`;
      notices.push({ code: 'duplicate-lesson', message, path: memory.path, line: lesson.line });
    } else {
      known.set(lesson.fingerprint, lesson.id);
      entries.push(lesson);
    }
  }
  return { ...memory, entries, brokenFingerprints, notices };
}

/** What a file leaves open, and what was made of it. */
export function tellUnclosed({ unclosed }: Pick<MemoryDocument, 'unclosed'>, path: string): Notice[] {
  return unclosed.map((line) => {
    return { code: 'unclosed', message: 'this comment or code block is never closed; it was read as plain text', path, line };
  });
}

/** Refuses a file that must not be read as it is, nor written to: in the middle of a merge, damaged, or cut off. */
function refuseUnfit(text: string, document: MemoryDocument, path: string): void {
  refuseNulls(text, path);
  refuseConflictMarkers(text, path);
  refuseCutOff(document, path);
}

/** A file in the middle of a merge has both sides of it: counting and numbering must wait. */
export function refuseConflictMarkers(text: string, path: string): void {
  const lines = splitLines(text).map(withoutEnding);
  const fence = fenceFinder(lines);
  for (let index = 0; index < lines.length; index++) {
    index = fence(index)?.end ?? index;
    if (!/^(?:<{7}|>{7}) /.test(lines[index] ?? '')) continue;
    throw new AppError('broken-file', `${path}:${index + 1}: the file has an unresolved merge conflict`, {
      hint: 'Keep the entries of both sides, delete the conflict markers, and run the command again: numbers given twice are told apart.',
    });
  }
}

/** Why an entry is not used; `line` is that of its heading. */
export function tellBroken(block: Entry, { at, reason }: BrokenEntry, { path, line }: { path: string; line: number }): Notice {
  return { code: 'broken-entry', message: `${nameOf(block)} is left alone: ${reason}`, path, line: line + at };
}

function nameOf(block: Entry): string {
  return block.number === undefined ? 'an entry' : formatId(block.number);
}
