import { isJson, type Json } from '../shared/json-values.ts';
import type { BadLine, LogFile, ReadPart, ReadResult, SessionFacts } from './agent.ts';
import { type LineVisitor, readLines } from './lines.ts';
import { shrinkStrings } from './shrink.ts';

/** Handles the lines of a log for a reader. */
export interface RecordHandler {
  /** Collects the relevant parts of a record. */
  collect(record: Json, offset: number): void;
  /**
   * Collects the relevant parts of a line without parsing it whole; returns false if it must be parsed. Not called for long
   * lines.
   */
  scan?(bytes: Buffer, start: number, end: number, offset: number): boolean;
  /** Returns the text of a long line, without as much as the reader can do without. */
  shorten?(bytes: Buffer, start: number, end: number): string;
  /** Returns the calls and messages that no later line can change. */
  takeFinished(): ReadPart;
}

/** A handler that joins records into calls, with the facts about the sessions at the end. */
interface RecordCollector extends Pick<RecordHandler, 'collect' | 'takeFinished'> {
  /** Returns everything that was not taken yet. */
  takeRest(): ReadPart;
  /** The facts it collected about the sessions. */
  readonly facts: { all(): SessionFacts[] };
}

/** Reads the lines of a log into a collector. `chunk` is the number of bytes read at a time; only tests set it. */
export async function collectRecords(
  file: LogFile,
  from: number,
  collector: RecordCollector,
  take?: (part: ReadPart) => void | Promise<void>,
  chunk?: number,
): Promise<ReadResult> {
  return readInto(file, from, collector, collector, take, chunk === undefined ? {} : { chunk });
}

/** Options for reading; only tests and benchmarks set them. */
export interface ReadMode {
  /** Whether every line is parsed whole instead of scanning its bytes. */
  whole?: boolean;
  /** Bytes read at a time. */
  chunk?: number;
}

/** The same, with a custom handler for the lines. */
export async function readInto(
  file: LogFile,
  from: number,
  handler: RecordHandler,
  collector: Pick<RecordCollector, 'takeRest' | 'facts'>,
  take?: (part: ReadPart) => void | Promise<void>,
  { whole, chunk }: ReadMode = {},
): Promise<ReadResult> {
  const visitor = new RecordVisitor(handler, take, whole);
  const { offset, lines, unreadable } = await readLines(file.path, from, visitor, chunk);
  const rest = collector.takeRest();
  const { bad } = visitor;
  return {
    ...rest,
    sessions: collector.facts.all(),
    bad,
    offset,
    lines,
    unreadable,
  };
}

/**
 * The length above which a line loses the middle of its strings before it is parsed: a picture of 50 MB in a result must not take
 * three times that much memory.
 */
const LONG_LINE = 1 << 20;

/** Visits the lines of a log with one JSON object per line. Lines that are not such an object are recorded in `bad`. */
export class RecordVisitor implements LineVisitor {
  readonly bad: BadLine[] = [];
  readonly #handler: RecordHandler;
  readonly #take: ((part: ReadPart) => void | Promise<void>) | undefined;
  readonly #whole: boolean;
  #line = 0;

  /** `whole`: every line is parsed as it is; the scan must return the same. */
  constructor(handler: RecordHandler, take?: (part: ReadPart) => void | Promise<void>, whole = false) {
    this.#handler = handler;
    this.#take = take;
    this.#whole = whole;
  }

  line(bytes: Buffer, lineStart: number, lineEnd: number, offset: number): void {
    this.#line++;
    let start = lineStart;
    let end = lineEnd;
    if (bytes[start] !== 123 || bytes[end - 1] !== 125) {
      start = skipBlank(bytes, start, end, offset);
      while (end > start && isBlank(bytes[end - 1])) end--;
      if (start === end) return;
    }
    // A line that is not closed is parsed, so that it is reported.
    const isClosed = bytes[start] === 123 && bytes[end - 1] === 125;
    if (isClosed && !this.#whole && end - start < LONG_LINE) {
      if (this.#handler.scan?.(bytes, start, end, offset) === true) return;
    }
    const reason = this.#collect(bytes, start, end, offset);
    if (reason !== undefined) this.bad.push({ line: this.#line, offset, reason });
  }

  rest(bytes: Buffer, offset: number): boolean {
    const start = skipBlank(bytes, 0, bytes.length, offset);
    const reason = start === bytes.length ? undefined : this.#collect(bytes, start, bytes.length, offset);
    if (reason !== undefined) this.bad.push({ line: this.#line + 1, offset, reason: `unfinished: ${reason}` });
    return reason === undefined;
  }

  tooLong(offset: number, length: number): void {
    this.#line++;
    this.bad.push({ line: this.#line, offset, reason: `line of ${Math.round(length / 1e6)} MB is too long` });
  }

  pause(): void | Promise<void> {
    if (this.#take === undefined) return;
    const part = this.#handler.takeFinished();
    if (part.calls.length > 0 || part.messages.length > 0) return this.#take(part);
  }

  /** Parses a whole line; returns the reason if that fails. */
  #collect(bytes: Buffer, start: number, end: number, offset: number): string | undefined {
    const isLong = end - start >= LONG_LINE && !this.#whole;
    const shorten = this.#handler.shorten ?? shrinkStrings;
    const text = isLong ? shorten(bytes, start, end) : bytes.toString('utf8', start, end);
    let records: unknown[];
    try {
      records = [JSON.parse(text)];
    } catch (error) {
      const joined = parseJoined(text);
      if (joined === undefined) return describeSyntax(error);
      records = joined;
    }
    for (const record of records) {
      if (!isJson(record)) return 'not an object';
      this.#handler.collect(record, offset);
    }
    return undefined;
  }
}

/** Bytes that are read at a time to find one record: most records are shorter. */
const ONE_RECORD = 1 << 16;

/** Returns the records of the line at an offset; more than one if two were written on one line. */
export async function readRecords(path: string, offset: number): Promise<Json[]> {
  let line: Buffer | undefined;
  const keep = (bytes: Buffer): boolean => {
    line ??= Buffer.from(bytes);
    return true;
  };
  const visitor: LineVisitor = {
    line: (bytes, start, end) => keep(bytes.subarray(start, end)),
    rest: keep,
    tooLong: () => {},
    pause: () => {},
    isDone: () => line !== undefined,
  };
  await readLines(path, offset, visitor, ONE_RECORD);
  if (line === undefined) return [];
  const text = line.toString('utf8', skipBlank(line, 0, line.length, offset));
  try {
    const record: unknown = JSON.parse(text);
    return isJson(record) ? [record] : [];
  } catch {
    return parseJoined(text) ?? [];
  }
}

/** Returns the parser's message without the text it quotes: a line that is not JSON may be anything, including a password. */
function describeSyntax(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/unterminated|end of JSON/i.test(message)) return 'not JSON: it ends too early';
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? 'not JSON' : `not JSON at character ${position}`;
}

/** Parses two records on one line, left by two processes that append at once, or by one that died before its line break. */
function parseJoined(text: string): Json[] | undefined {
  let at = text.indexOf('}{"');
  for (let tries = 0; at >= 0 && tries < 8; tries++, at = text.indexOf('}{"', at + 1)) {
    try {
      const records: unknown[] = [JSON.parse(text.slice(0, at + 1)), JSON.parse(text.slice(at + 1))];
      return records.filter(isJson);
    } catch {
      // Not here: the same characters can be inside a string.
    }
  }
  return undefined;
}

function skipBlank(bytes: Buffer, start: number, end: number, offset: number): number {
  let at = start;
  if (offset === 0 && bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3;
  while (at < end && isBlank(bytes[at])) at++;
  return at;
}

/** Whether a byte is whitespace, or one of the zeros that a crash leaves in a file. */
function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 13 || byte === 9 || byte === 0;
}
