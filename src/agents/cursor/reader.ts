import { basename, dirname } from 'node:path';
import { asBlocks, asJson, asText, type Json, joinText } from '../../shared/json-values.ts';
import type { CallText, LogFile, ReadPart, ReadResult } from '../agent.ts';
import type { Call } from '../call.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { FactBook } from '../facts.ts';
import { RecordVisitor, readRecords } from '../jsonl.ts';
import { Ledger } from '../ledger.ts';
import { readLines } from '../lines.ts';
import { insideTag } from '../text.ts';
import { findFolder } from './folder.ts';
import { classifyTool, readInput } from './tools.ts';

/** Reads a transcript of Cursor: calls without outcomes, and messages. */
export async function readLog(file: LogFile, from: number, take?: (part: ReadPart) => void | Promise<void>): Promise<ReadResult> {
  const transcript = new Transcript(file, findFolder(file.path, await readFirst(file.path)));
  const handler = {
    collect: (record: Json, offset: number) => transcript.collect(record, offset),
    takeFinished: () => transcript.ledger.takeFinished(),
  };
  const visitor = new RecordVisitor(handler, take);
  const { offset, lines, unreadable } = await readLines(file.path, from, visitor);
  const rest = transcript.ledger.takeRest();
  const { bad } = visitor;
  return { ...rest, sessions: transcript.facts.all(), bad, offset, lines, ...(unreadable === undefined ? {} : { unreadable }) };
}

/** Reads one call again in full. */
export async function recallCall(path: string, { id, source }: Pick<Call, 'id' | 'source'>): Promise<CallText | undefined> {
  const records = source === undefined ? [] : await readRecords(path, source.call);
  const block = records.flatMap(listUses)[Number(/\.(\d+)$/.exec(id)?.[1] ?? -1)];
  return block === undefined ? undefined : { input: JSON.stringify(block.input ?? {}, null, 2), output: '' };
}

class Transcript {
  readonly facts: FactBook;
  readonly ledger = new Ledger([]);
  readonly #file: LogFile;
  readonly #cwd: string | undefined;
  /** The subagent that wrote the file. */
  readonly #thread: string | undefined;
  /** The last timestamp: only some of the messages to the model have one. */
  #at: number;

  constructor(file: LogFile, cwd: string | undefined) {
    this.#file = file;
    this.#cwd = cwd;
    this.#at = file.mtimeMs;
    this.facts = new FactBook(file.session, cwd);
    const name = basename(file.path, '.jsonl');
    this.#thread = basename(dirname(file.path)) === 'subagents' ? name : undefined;
  }

  collect(record: Json, offset: number): void {
    if (record.role === 'user') this.#say(joinText(asJson(record.message).content), offset);
    else if (record.role === 'assistant')
      for (const [index, block] of listUses(record).entries()) this.#addCall(block, offset, index);
  }

  #addCall(block: Json, offset: number, index: number): void {
    const name = asText(block.name) ?? '';
    const tool = classifyTool(name);
    const { session, agent } = this.#file;
    this.#note(offset);
    const place = this.#thread === undefined ? session : `${session}/${this.#thread}`;
    const call: Call = {
      id: `${place}#${offset}.${index}`,
      agent,
      session,
      seq: offset + index,
      tool,
      name,
      input: readInput(tool, block.input),
      outcome: 'unknown',
      output: '',
      outputLength: 0,
      at: this.#at,
      turn: `${place}:${offset}`,
      source: { call: offset },
    };
    if (this.#thread !== undefined) call.thread = this.#thread;
    const cwd = (tool === 'shell' ? asText(asJson(block.input).working_directory) : undefined) ?? this.#cwd;
    if (cwd !== undefined) call.cwd = cwd;
    this.ledger.settle(call);
  }

  #say(text: string, offset: number): void {
    this.#at = readTime(insideTag(text, 'timestamp') ?? '') ?? this.#at;
    // The client puts the typed text into a tag, next to rules, files and reminders. The prompt of a subagent is not a message.
    const typed = (insideTag(text, 'user_query') ?? '').trim();
    if (typed === '' || this.#thread !== undefined) return;
    this.#note(offset);
    const { session } = this.#file;
    const id = `${session}#${offset}`;
    this.ledger.say({ session, seq: offset, at: this.#at, text: clip(typed, LIMITS.message), id });
  }

  #note(offset: number): void {
    this.facts.note({ session: this.#file.session, cwd: this.#cwd, at: this.#at, offset });
  }
}

/** Reads `Tuesday, Mar 3, 2026, 9:41 AM (UTC+1)`. */
function readTime(text: string): number | undefined {
  const [, words = text, hours, minutes = '00'] =
    /^([^(]{1,100})\(UTC(?:([+-]\d{1,2})(?::?(\d\d))?)?\)\s*$/.exec(text.trim()) ?? [];
  const sign = hours?.startsWith('-') ? '-' : '+';
  const zone = `GMT${sign}${(hours ?? '0').replace(/[+-]/, '').padStart(2, '0')}${minutes}`;
  const time = Date.parse(words === text ? text : `${words.trim()} ${zone}`);
  return Number.isNaN(time) ? undefined : time;
}

/** How much of a file is searched for its folder. */
const REACH = 1 << 18;

async function readFirst(path: string): Promise<Json[]> {
  const records: Json[] = [];
  let isDone = false;
  const handler = {
    collect(record: Json, offset: number) {
      records.push(record);
      if (offset > REACH) isDone = true;
    },
    takeFinished: () => ({ calls: [], messages: [] }),
  };
  await readLines(path, 0, Object.assign(new RecordVisitor(handler), { isDone: () => isDone }), REACH);
  return records;
}

function listUses(record: Json): Json[] {
  return asBlocks(asJson(record.message).content).filter((block) => block.type === 'tool_use');
}
