import { basename, dirname, join } from 'node:path';
import { asBlocks, asJson, asText, type Json, joinText } from '../../shared/json-values.ts';
import { isAbsolutePath } from '../../shared/paths.ts';
import type { CallText, LogFile, ReadPart, ReadResult } from '../agent.ts';
import type { Call } from '../call.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { FactBook } from '../facts.ts';
import { RecordVisitor, readRecords } from '../jsonl.ts';
import { Ledger } from '../ledger.ts';
import { readLines } from '../lines.ts';
import { insideTag } from '../text.ts';
import { readWholeFile } from '../whole-file.ts';
import { classifyTool, readInput } from './tools.ts';

/** Reads a transcript of Cursor: calls without outcomes, and messages. */
export async function readLog(
  file: LogFile,
  from: number,
  take?: (part: ReadPart) => void | Promise<void>,
): Promise<ReadResult> {
  const transcript = new Transcript(file, findFolder(file.path, await readFirst(file.path)));
  const handler = {
    collect: (record: Json, offset: number) => transcript.collect(record, offset),
    takeFinished: () => transcript.ledger.takeFinished(),
  };
  const visitor = new RecordVisitor(handler, take);
  const { offset, lines, unreadable } = await readLines(file.path, from, visitor);
  const rest = transcript.ledger.takeRest();
  const { bad } = visitor;
  return {
    ...rest,
    sessions: transcript.facts.all(),
    bad,
    offset,
    lines,
    unreadable,
  };
}

/** Reads one call again in full. */
export async function recallCall(
  path: string,
  { id, source }: Pick<Call, 'id' | 'source'>,
): Promise<CallText | undefined> {
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

/**
 * Returns the folder that a transcript is about. The name of its project replaces every character except letters and digits with
 * `-`: the folder that Cursor recorded, or one above a file that was worked on, is the right one if it yields the same name.
 */
function findFolder(path: string, records: readonly Json[]): string | undefined {
  const project = projectOf(path);
  if (project === undefined) return undefined;
  const name = fold(project.slice(dirname(project).length + 1));
  const noted = asText(asJson(readWholeFile(join(project, '.workspace-trusted')).value).workspacePath);
  if (noted !== undefined && isAbsolutePath(noted) && fold(noted) === name) return noted;
  for (const candidate of listPaths(records)) {
    for (
      let at = candidate.length;
      at > 0;
      at = Math.max(candidate.lastIndexOf('/', at - 1), candidate.lastIndexOf('\\', at - 1))
    ) {
      if (fold(candidate.slice(0, at)) === name) return candidate.slice(0, at);
    }
  }
  return undefined;
}

/** Returns `projects/<project>`, the folder that contains the transcript. */
function projectOf(path: string): string | undefined {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (/[\\/]agent-transcripts$/.test(folder)) return dirname(folder);
  }
  return undefined;
}

/** Lists the absolute paths that calls name. */
function* listPaths(records: readonly Json[]): Iterable<string> {
  for (const record of records) {
    for (const block of asBlocks(asJson(record.message).content)) {
      if (block.type !== 'tool_use') continue;
      for (const value of Object.values(asJson(block.input))) {
        if (typeof value === 'string' && value.length < 1000 && !value.includes('\n') && isAbsolutePath(value))
          yield value;
      }
    }
  }
}

function fold(path: string): string {
  return path
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
