import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

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

/** Measured: 256 kB to 4 MB are equal, smaller ones slower. Longer lines make the buffer grow for as long as they last. */
const CHUNK = 1 << 20;

/** A line of 128 MB is held whole; what is longer is skipped and reported. */
const LONGEST_LINE = 128 << 20;

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
    const file = openSync(path, 'r');
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
  let bytes = spare?.length === size ? spare : allocate(size);
  spare = undefined;
  /** Bytes at the beginning of the buffer that belong to a line whose end is not read yet. */
  let held = 0;
  /** Bytes of a line that is too long, already let go. */
  let dropped = 0;
  for (;;) {
    if (held === bytes.length && bytes.length < LONGEST_LINE) bytes = grow(bytes);
    if (held === bytes.length) {
      dropped += held;
      held = 0;
    }
    const count = readSync(file, bytes, held, bytes.length - held, read.offset + dropped + held);
    if (count === 0) break;
    const filled = held + count;
    let start = 0;
    for (let end = findNewline(bytes, held, filled); end >= 0; end = findNewline(bytes, start, filled)) {
      if (dropped > 0) visitor.tooLong(read.offset, dropped + end);
      else visitor.line(bytes, start, end, read.offset);
      read.lines++;
      read.offset += dropped + end + 1 - start;
      dropped = 0;
      start = end + 1;
    }
    held = filled - start;
    if (start === 0) continue;
    // What a long line needed is given back as soon as it is over.
    const next = bytes.length > size && held < size ? allocate(size) : bytes;
    bytes.copy(next, 0, start, filled);
    bytes = next;
    await visitor.pause();
    if (visitor.isDone?.() === true) return;
  }
  if (dropped === 0 && held > 0 && visitor.rest(bytes.subarray(0, held), read.offset)) {
    read.lines++;
    read.offset += held;
  }
  if (bytes.length === CHUNK) spare = bytes;
}

function findNewline(bytes: Buffer, from: number, to: number): number {
  const at = bytes.indexOf(NEWLINE, from);
  return at < to ? at : -1;
}

function allocate(size: number): Buffer {
  return Buffer.allocUnsafeSlow(size + UNALIGNED).subarray(UNALIGNED);
}

function grow(bytes: Buffer): Buffer {
  const larger = allocate(Math.min(bytes.length * 2, LONGEST_LINE));
  bytes.copy(larger);
  return larger;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}
