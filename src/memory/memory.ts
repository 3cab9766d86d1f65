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

/** The lessons of a project, as stored in its text file. */
export interface Memory {
  /** The file: `.memory/harness-learnings.md` in the project. */
  path: string;
  /** Whether it is the user's own memory for all projects, which commands address with `--user`. */
  isUsers?: true;
  /** Its text when it was read; undefined if there was no file. */
  original: string | undefined;
  /** The file in pieces, with every change so far. */
  document: MemoryDocument;
  /** The usable entries, in the order of the file. */
  entries: MemoryEntry[];
  /** Fingerprints of unusable entries, which must not be added a second time. */
  brokenFingerprints: ReadonlySet<string>;
  /** Lessons that were removed from it. */
  graveyard: Graveyard;
  /** Notices for the user: broken entries, duplicate numbers. */
  notices: Notice[];
}

/** The folder in a project that contains the lessons, and the file in it. */
export const MEMORY_FOLDER = '.memory';
export const MEMORY_FILE = 'harness-learnings.md';

/** Reads the memory of a project; returns an empty one if there is none yet. */
export async function loadMemory(projectRoot: string): Promise<Memory> {
  const path = join(projectRoot, MEMORY_FOLDER, MEMORY_FILE);
  const [memory, tombstones] = await Promise.all([
    readTextFile(path),
    readTextFile(join(dirname(path), TOMBSTONE_FILE)),
  ]);
  return parseMemory(memory?.text, path, tombstones?.text);
}

/** Reads the user's own memory from hardwon's configuration folder. */
export async function loadUserMemory(configFolder: string): Promise<Memory> {
  return { ...(await loadMemory(configFolder)), isUsers: true };
}

/** Returns the option that makes commands use this memory, with a leading space. */
export function memoryOption({ isUsers }: Pick<Memory, 'isUsers'>): '' | ' --user' {
  return isUsers ? ' --user' : '';
}

/** Parses the text of a memory file and of the tombstones beside it. `path` is used in messages. */
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
  return {
    ...memory,
    notices: [...tellUnclosed(parsed, path), ...notices, ...memory.notices, ...findUnreadable(graveyard)],
  };
}

/** Returns the new text of the file: untouched parts stay the same, byte for byte. */
export function renderMemory(memory: Memory): string {
  return serialiseDocument(memory.document);
}

/** Parses the entries of the document again after it changed. */
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

/** Reports comments and code blocks that a file leaves open, and how they were treated. */
export function tellUnclosed({ unclosed }: Pick<MemoryDocument, 'unclosed'>, path: string): Notice[] {
  return unclosed.map((line) => {
    return {
      code: 'unclosed',
      message: 'this comment or code block is never closed; it was read as plain text',
      path,
      line,
    };
  });
}

/** Refuses a file that must be neither read nor written in its present state: in the middle of a merge, damaged or truncated. */
function refuseUnfit(text: string, document: MemoryDocument, path: string): void {
  refuseNulls(text, path);
  refuseConflictMarkers(text, path);
  refuseCutOff(document, path);
}

/** Refuses a file in the middle of a merge: it contains both sides, so counting and numbering must wait. */
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

/** Reports why an entry is not used; `line` is that of its heading. */
export function tellBroken(
  block: Entry,
  { at, reason }: BrokenEntry,
  { path, line }: { path: string; line: number },
): Notice {
  return { code: 'broken-entry', message: `${nameOf(block)} is left alone: ${reason}`, path, line: line + at };
}

function nameOf(block: Entry): string {
  return block.number === undefined ? 'an entry' : formatId(block.number);
}
