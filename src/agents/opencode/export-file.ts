import { basename, dirname, join } from 'node:path';
import { asBlocks, asJson, isJson, type Json } from '../../shared/json-values.ts';
import { type LineVisitor, readLines, readPart } from '../lines.ts';
import { shrinkStrings } from '../shrink.ts';
import { climb, readInfo, type SessionVisitor, type Visited } from './session.ts';

/** The length above which a line loses the middle of its strings: a picture in a message must not take several times its size. */
const LONG_LINE = 1 << 20;

/** How far into an export its description may reach. */
const INFO_REACH = 65_536;

/**
 * Visits a file that `opencode export` wrote: one object, printed over many lines. It is split at the lines that begin and end a
 * message, so that at most one message is held in memory; strings have no line breaks in JSON.
 */
export async function visitExport(path: string, visitor: SessionVisitor): Promise<Visited> {
  const lines = new ExportLines(path, visitor);
  const { offset, lines: count, unreadable } = await readLines(path, 0, lines);
  if (unreadable === undefined) lines.finish(offset);
  return { offset, lines: count, unreadable };
}

class ExportLines implements LineVisitor {
  readonly #path: string;
  readonly #visitor: SessionVisitor;
  #line = 0;
  /** The indentation of one level, known from the second line on. */
  #indent: string | undefined;
  #isOpen = false;
  #isInMessages = false;
  /** The lines of the object that is being read, and where it begins. */
  #held: string[] = [];
  #start = { line: 0, offset: 0 };
  #isDescribed = false;

  constructor(path: string, visitor: SessionVisitor) {
    this.#path = path;
    this.#visitor = visitor;
  }

  line(bytes: Buffer, start: number, end: number, offset: number): void {
    this.#line++;
    const isLong = end - start > LONG_LINE;
    this.#take((isLong ? shrinkStrings(bytes, start, end) : bytes.toString('utf8', start, end)).trimEnd(), offset);
  }

  rest(bytes: Buffer, offset: number): boolean {
    this.line(bytes, 0, bytes.length, offset);
    return true;
  }

  tooLong(offset: number, length: number): void {
    this.#line++;
    this.#visitor.bad(this.#line, offset, `line of ${Math.round(length / 1e6)} MB is too long`);
  }

  pause(): void | Promise<void> {
    return this.#visitor.pause();
  }

  /** Reports what is missing at the end. */
  finish(offset: number): void {
    if (this.#held.length > 0)
      this.#visitor.bad(this.#start.line, this.#start.offset, 'unfinished: not JSON: it ends too early');
    else if (!this.#isDescribed) this.#visitor.bad(Math.max(1, this.#line), offset, 'not an exported session');
  }

  #take(text: string, offset: number): void {
    if (!this.#isOpen) this.#open(text, offset);
    else if (this.#held.length > 0) this.#hold(text);
    else if (this.#indent === undefined && text.trim() !== '') {
      this.#indent = text.slice(0, text.length - text.trimStart().length);
      this.#begin(text, offset);
    } else this.#begin(text, offset);
  }

  /** Finds the start of the object; text before it was printed by something else. */
  #open(text: string, offset: number): void {
    const clean = text.replace(/^\uFEFF/, '');
    if (!clean.startsWith('{')) return;
    this.#isOpen = true;
    if (clean !== '{') this.#visitWhole(clean, offset);
  }

  #begin(text: string, offset: number): void {
    const indent = this.#indent ?? '';
    if (text === `${indent}"messages": [`) {
      this.#isInMessages = true;
      this.#describe({});
    } else if (text === `${indent}"info": {` || (this.#isInMessages && text === `${indent}${indent}{`)) {
      this.#held = ['{'];
      this.#start = { line: this.#line, offset };
    } else if (text.startsWith(`${indent}]`)) this.#isInMessages = false;
  }

  #hold(text: string): void {
    const indent = this.#isInMessages ? `${this.#indent}${this.#indent}` : (this.#indent ?? '');
    const isLast = text === `${indent}}` || text === `${indent}},`;
    this.#held.push(isLast ? '}' : text);
    if (!isLast) return;
    const { line, offset } = this.#start;
    const record = parse(this.#held.join('\n'));
    this.#held = [];
    if (record === undefined) this.#visitor.bad(line, offset, 'not JSON');
    else if (!this.#isInMessages) this.#describe(record);
    else this.#visitor.message(asJson(record.info), asBlocks(record.parts), offset);
  }

  /** Visits an export without line breaks. */
  #visitWhole(text: string, offset: number): void {
    const record = parse(text);
    if (record === undefined || !isJson(record.info)) {
      if (record === undefined) this.#visitor.bad(this.#line, offset, 'not JSON');
      return;
    }
    this.#describe(record.info);
    for (const message of asBlocks(record.messages)) {
      this.#visitor.message(asJson(message.info), asBlocks(message.parts), offset);
    }
  }

  #describe(record: Json): void {
    if (this.#isDescribed) return;
    this.#isDescribed = true;
    const info = readInfo(record, basename(this.#path, '.json'));
    this.#visitor.session(
      info,
      climb(info, (id) => findParent(join(dirname(this.#path), `${id}.json`))),
    );
  }
}

/** Returns the parent that an export names in its description, which comes first. */
function findParent(path: string): string | undefined {
  const head = readPart(path, 0, INFO_REACH).toString('latin1');
  const end = head.indexOf('"messages":');
  return /"parentID":\s{0,9}"(\w{1,100})"/.exec(end < 0 ? head : head.slice(0, end))?.[1];
}

function parse(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
