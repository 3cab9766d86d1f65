import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { openRegularSync } from '../shared/regular-file.ts';

/** Receives the lines of a file as they are read. */
export interface LineVisitor {
  /**
   * Receives a complete line: `bytes` from `start` to `end`, without its line break. `offset` is its position in the file. The
   * bytes are reused.
   */
  line(bytes: Buffer, start: number, end: number, offset: number): void;
  /** Receives the text after the last line break. Returns whether it is complete and was read. */
  rest(bytes: Buffer, offset: number): boolean;
  /** Receives the position of a line that is too long to be held in memory. */
  tooLong(offset: number, length: number): void;
  /** Called after each part of the file, so that what was read can be passed on. */
  pause(): void | Promise<void>;
  /** Called after each part of the file: true ends the read. */
  isDone?(): boolean;
}

/** The result of reading lines. */
interface LinesRead {
  /** The position after the last line that was visited. */
  offset: number;
  /** Number of lines visited, including empty ones. */
  lines: number;
  /** Why the file could not be read to its end. */
  unreadable?: string;
}

/** Measured: 256 kB to 4 MB are equally fast, smaller chunks are slower. */
const CHUNK = 1 << 20;

/** Lines up to 64 MB are held whole; longer ones are skipped and reported. */
const LONGEST_LINE = 64 << 20;

/** Reading into a page-aligned buffer was up to five times slower. */
const UNALIGNED = 200;

const NEWLINE = 10;

/** Visits each line of a file, starting at an offset. Never throws: if the file vanishes or shrinks, the read ends. */
export async function readLines(path: string, from: number, visitor: LineVisitor, size = CHUNK): Promise<LinesRead> {
  const read: LinesRead = { offset: from, lines: 0 };
  let file: number;
  try {
    // Opening a named pipe in the place of a log would block forever. Windows has neither the flag nor such pipes.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return { ...read, unreadable: reasonOf(error) };
  }
  try {
    if (!fstatSync(file).isFile()) return { ...read, unreadable: 'not a file' };
    await visitLines(file, read, visitor, size);
  } catch (error) {
    read.unreadable = reasonOf(error);
  } finally {
    closeSync(file);
  }
  return read;
}

/** Returns the bytes between two offsets, as far as the file has them. */
export function readPart(path: string, start: number, end: number): Buffer {
  try {
    const file = openRegularSync(path);
    try {
      const bytes = Buffer.allocUnsafe(end - start);
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
    } finally {
      closeSync(file);
    }
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * The buffer of the last read: the pages of a new one cost 0.1 ms per file. Removed while in use, so that two reads never share
 * it.
 */
let spare: Buffer | undefined;

async function visitLines(file: number, read: LinesRead, visitor: LineVisitor, size: number): Promise<void> {
  const bytes = spare?.length === size ? spare : allocate(size);
  spare = undefined;
  /** Holds long lines. Kept until the file is read, because released memory is not freed at once. */
  const long = { bytes: Buffer.alloc(0) };
  /** Number of bytes at the beginning of the buffer that belong to a line whose end is not read yet. */
  let held = 0;
  for (;;) {
    const count = readSync(file, bytes, held, size - held, read.offset + held);
    if (count === 0) break;
    const filled = held + count;
    let start = 0;
    for (let end = findNewline(bytes, held, filled); end >= 0; end = findNewline(bytes, start, filled)) {
      visitor.line(bytes, start, end, read.offset);
      read.lines++;
      read.offset += end + 1 - start;
      start = end + 1;
    }
    bytes.copyWithin(0, start, filled);
    held = filled - start;
    if (held === size) {
      held = 0;
      if (!visitLongLine(file, bytes, long, read, visitor)) return;
    }
    if (start > 0 || held === 0) await visitor.pause();
    if (visitor.isDone?.() === true) return;
  }
  if (held > 0 && visitor.rest(bytes.subarray(0, held), read.offset)) {
    read.lines++;
    read.offset += held;
  }
  if (size === CHUNK) spare = bytes;
}

/**
 * Visits a line longer than the buffer. It is measured first, so that no more memory is allocated than it needs. Returns false if
 * it is incomplete.
 */
function visitLongLine(
  file: number,
  scratch: Buffer,
  long: { bytes: Buffer },
  read: LinesRead,
  visitor: LineVisitor,
): boolean {
  let length = scratch.length;
  let end = -1;
  while (end < 0) {
    const count = readSync(file, scratch, 0, scratch.length, read.offset + length);
    if (count === 0) break;
    end = findNewline(scratch, 0, count);
    length += end < 0 ? count : end;
  }
  if (length > LONGEST_LINE) {
    if (end < 0) return false;
    visitor.tooLong(read.offset, length);
  } else {
    if (long.bytes.length < length) long.bytes = allocate(length);
    const { bytes } = long;
    let count = 0;
    for (let more = -1; more !== 0 && count < length; count += more) {
      more = readSync(file, bytes, count, length - count, read.offset + count);
    }
    // The file was truncated in the meantime.
    if (count < length) return false;
    if (end >= 0) visitor.line(bytes, 0, length, read.offset);
    else if (!visitor.rest(bytes.subarray(0, length), read.offset)) return false;
  }
  read.lines++;
  read.offset += length + (end < 0 ? 0 : 1);
  return true;
}

function findNewline(bytes: Buffer, from: number, to: number): number {
  const at = bytes.indexOf(NEWLINE, from);
  return at < to ? at : -1;
}

function allocate(size: number): Buffer {
  return Buffer.allocUnsafeSlow(size + UNALIGNED).subarray(UNALIGNED);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}
