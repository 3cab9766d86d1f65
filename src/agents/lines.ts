import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { openRegularSync } from '../shared/regular-file.ts';

/** What a reading of lines is told. */
export interface LineVisitor {
  /** A whole line: `bytes` from `start` to `end`, without its line break. `offset` is its place in the file. The bytes are reused. */
  line(bytes: Buffer, start: number, end: number, offset: number): void;
  /** What stands behind the last line break. True if it is whole and was read. */
  rest(bytes: Buffer, offset: number): boolean;
  /** A line that is too long to be held. */
  tooLong(offset: number, length: number): void;
  /** Comes after each part of the file, so that what was read can be handed over. */
  pause(): void | Promise<void>;
  /** Asked after each part of the file: true ends the reading. */
  isDone?(): boolean;
}

/** What a reading of lines came to. */
export interface LinesRead {
  /** After the last line that was visited. */
  offset: number;
  /** Lines visited, empty ones too. */
  lines: number;
  /** Why the file could not be read to its end. */
  unreadable?: string;
}

/** Measured: 256 kB to 4 MB are equal, smaller ones slower. */
const CHUNK = 1 << 20;

/** A line of 64 MB is held whole; what is longer is skipped and reported. */
const LONGEST_LINE = 64 << 20;

/** A page-aligned buffer was up to five times slower to read into. */
const UNALIGNED = 200;

const NEWLINE = 10;

/** Visits each line of a file from an offset on. Never throws: a file that vanishes or shrinks ends the reading. */
export async function readLines(path: string, from: number, visitor: LineVisitor, size = CHUNK): Promise<LinesRead> {
  const read: LinesRead = { offset: from, lines: 0 };
  let file: number;
  try {
    // Opening a pipe under the name of a log would wait for ever. Windows has no such flag, and no such pipes.
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

/** The bytes between two offsets, as far as the file has them. */
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

/** The buffer of the last reading: the pages of a new one cost 0.1 ms a file. Taken away while in use, so two readings never share it. */
let spare: Buffer | undefined;

async function visitLines(file: number, read: LinesRead, visitor: LineVisitor, size: number): Promise<void> {
  const bytes = spare?.length === size ? spare : allocate(size);
  spare = undefined;
  /** Holds long lines. Kept until the file is read: what is let go stays in memory for a while. */
  const long = { bytes: Buffer.alloc(0) };
  /** Bytes at the beginning of the buffer that belong to a line whose end is not read yet. */
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

/** A line longer than the buffer is measured first, so that no more memory is taken than it needs. False where it is not finished. */
function visitLongLine(file: number, scratch: Buffer, long: { bytes: Buffer }, read: LinesRead, visitor: LineVisitor): boolean {
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
    // The file was cut off meanwhile.
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
