import { basename } from 'node:path';
import type { BadLine, CallText, LogFile, ReadPart, ReadResult } from '../agent.ts';
import type { Call } from '../call.ts';
import { Collector } from './collector.ts';
import { type LineVisitor, readLines, readPart } from './lines.ts';
import { asBlocks, asJson, asText, isJson, type Json, joinText } from './record.ts';
import { collectRecord, type FileInfo } from './records.ts';
import { scanLine } from './scan.ts';
import { shrinkStrings } from './shrink.ts';

/** How to read; only tests and benches choose. */
export interface ReadMode {
  /** Parse every line whole instead of scanning its bytes. */
  whole?: boolean;
  /** Bytes read at a time. */
  chunk?: number;
}

/** Reads a log of Claude Code. */
export async function readLog(
  file: LogFile,
  from: number,
  open: readonly Call[],
  take?: (part: ReadPart) => void | Promise<void>,
  mode: ReadMode = {},
): Promise<ReadResult> {
  const collector = new Collector(file, open);
  const bad: BadLine[] = [];
  const visitor = new LogVisitor(file, collector, bad, take, mode.whole ?? false);
  const { offset, lines, unreadable } = await readLines(file.path, from, visitor, mode.chunk);
  noteOwnSummary(file, collector);
  const rest = collector.takeRest();
  return { ...rest, sessions: collector.facts.all(), bad, offset, lines, ...(unreadable === undefined ? {} : { unreadable }) };
}

/** Reads one call again in full. */
export async function recallCall(path: string, call: Pick<Call, 'id' | 'source'>): Promise<CallText | undefined> {
  if (call.source === undefined) return undefined;
  const sent = (await readRecord(path, call.source.call)).flatMap((record) => blocksOf(record));
  const block = sent.find((candidate) => candidate.type === 'tool_use' && candidate.id === call.id);
  if (block === undefined) return undefined;
  const answered = call.source.result === undefined ? [] : await readRecord(path, call.source.result);
  const result = answered.flatMap((record) => blocksOf(record)).find((candidate) => candidate.tool_use_id === call.id);
  return { input: JSON.stringify(block.input, null, 2), output: joinText(result?.content) };
}

class LogVisitor implements LineVisitor {
  readonly #info: FileInfo;
  readonly #collector: Collector;
  readonly #bad: BadLine[];
  readonly #take: ((part: ReadPart) => void | Promise<void>) | undefined;
  readonly #whole: boolean;
  #line = 0;

  constructor(
    file: LogFile,
    collector: Collector,
    bad: BadLine[],
    take: ((part: ReadPart) => void | Promise<void>) | undefined,
    whole: boolean,
  ) {
    const name = basename(file.path);
    this.#info = { session: file.session, thread: name.startsWith('agent-') ? name.slice(6).replace(/\.jsonl$/, '') : undefined };
    this.#collector = collector;
    this.#bad = bad;
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
      if (scanLine(bytes, start, end, offset, this.#info, this.#collector)) return;
    }
    const reason = this.#collect(bytes, start, end, offset);
    if (reason !== undefined) this.#bad.push({ line: this.#line, offset, reason });
  }

  rest(bytes: Buffer, offset: number): boolean {
    const start = skipBlank(bytes, 0, bytes.length, offset);
    const reason = start === bytes.length ? undefined : this.#collect(bytes, start, bytes.length, offset);
    if (reason !== undefined) this.#bad.push({ line: this.#line + 1, offset, reason: `unfinished: ${reason}` });
    return reason === undefined;
  }

  tooLong(offset: number, length: number): void {
    this.#line++;
    this.#bad.push({ line: this.#line, offset, reason: `line of ${Math.round(length / 1e6)} MB is too long` });
  }

  pause(): void | Promise<void> {
    if (this.#take === undefined) return;
    const part = this.#collector.takeFinished();
    if (part.calls.length > 0 || part.messages.length > 0) return this.#take(part);
  }

  /** Parses a line whole; the reason where it cannot be. */
  #collect(bytes: Buffer, start: number, end: number, offset: number): string | undefined {
    const isLong = end - start >= LONG_LINE && !this.#whole;
    const text = isLong ? shortenLine(bytes, start, end) : bytes.toString('utf8', start, end);
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
      collectRecord(record, offset, this.#info, this.#collector);
    }
    return undefined;
  }
}

/** A long line loses the middle of its strings before it is parsed: a picture of 50 MB in a result must not cost three times that. */
const LONG_LINE = 1 << 20;

function shortenLine(bytes: Buffer, start: number, end: number): string {
  const line = bytes.subarray(start, end);
  const cut = line.includes('"type":"agent_progress"') ? -1 : line.indexOf(',"toolUseResult":');
  const short = shrinkStrings(line, 0, cut < 0 ? line.length : cut);
  return cut < 0 ? short : `${short}}`;
}

/** What the parser says, without the text it quotes: a line that is no JSON may be anything, a password too. */
function describeSyntax(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/unterminated|end of JSON/i.test(message)) return 'not JSON: it ends too early';
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? 'not JSON' : `not JSON at character ${position}`;
}

/** Two processes that append at once, or one that died before its line break, leave two records on one line. */
function parseJoined(text: string): Json[] | undefined {
  let at = text.indexOf('}{"');
  for (let tries = 0; at >= 0 && tries < 8; tries++, at = text.indexOf('}{"', at + 1)) {
    try {
      const records: unknown[] = [JSON.parse(text.slice(0, at + 1)), JSON.parse(text.slice(at + 1))];
      return records.filter(isJson);
    } catch {
      // Not here: the same signs can stand inside a string.
    }
  }
  return undefined;
}

/** How far before a summary the message that it names is looked for: it is the last one of the session. */
const SUMMARY_REACH = 65_536;

function noteOwnSummary(file: LogFile, collector: Collector): void {
  const { summary } = collector;
  if (summary === undefined) return;
  const before = readPart(file.path, Math.max(0, summary.offset - SUMMARY_REACH), summary.offset);
  if (before.includes(`"uuid":"${summary.leaf}"`)) collector.facts.noteTitle(file.session, summary.title, 1);
}

async function readRecord(path: string, offset: number): Promise<Json[]> {
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
  await readLines(path, offset, visitor);
  if (line === undefined) return [];
  const text = line.toString('utf8', skipBlank(line, 0, line.length, offset));
  try {
    const record: unknown = JSON.parse(text);
    return isJson(record) ? [record] : [];
  } catch {
    return parseJoined(text) ?? [];
  }
}

function blocksOf(record: Json): Json[] {
  const inner = asJson(asJson(record.data).message);
  const message = asText(record.type) === 'progress' ? asJson(inner.message) : asJson(record.message);
  return asBlocks(message.content);
}

function skipBlank(bytes: Buffer, start: number, end: number, offset: number): number {
  let at = start;
  if (offset === 0 && bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3;
  while (at < end && isBlank(bytes[at])) at++;
  return at;
}

/** White space, and the zeros that a crash leaves in a file. */
function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 13 || byte === 9 || byte === 0;
}
