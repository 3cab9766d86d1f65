import { basename, dirname } from 'node:path';
import { asBlocks, asText, isJson, type Json } from '../../shared/json-values.ts';
import type { CallText, LogFile, ReadPart, ReadResult } from '../agent.ts';
import type { Call } from '../call.ts';
import { collectRecords, RecordVisitor, readRecords } from '../jsonl.ts';
import { readLines } from '../lines.ts';
import { readWholeFile } from '../whole-file.ts';
import { Collector, type FileSetting } from './collector.ts';
import { findFolder, listMessages } from './folder.ts';
import { readAnswer } from './outcome.ts';

type Take = (part: ReadPart) => void | Promise<void>;

/** Reads a log of Gemini CLI: a file of lines, or one object in older versions. `chunk` is the number of bytes read at a time. */
export async function readLog(
  file: LogFile,
  from: number,
  open: readonly Call[],
  take?: Take,
  chunk?: number,
): Promise<ReadResult> {
  return file.path.endsWith('.json') ? readWhole(file) : readAppended(file, from, open, take, chunk);
}

/** Reads one call again in full. */
export async function recallCall(path: string, call: Pick<Call, 'id' | 'source'>): Promise<CallText | undefined> {
  const { source } = call;
  const records = path.endsWith('.json')
    ? asBlocks([readWholeFile(path, true).value]).flatMap((record) => asBlocks(record.messages))
    : source === undefined
      ? []
      : (await readRecords(path, source.result ?? source.call)).flatMap(listMessages);
  const found = records
    .flatMap((message) => asBlocks(message.toolCalls))
    .find(({ id }) => typeof id === 'string' && (call.id === id || call.id.startsWith(`${id}@`)));
  return found === undefined
    ? undefined
    : { input: JSON.stringify(found.args ?? {}, null, 2), output: readAnswer(found) };
}

/** Reads an object with all messages, which the client rewrites after each of them. */
function readWhole(file: LogFile): ReadResult {
  const { value, size, unreadable } = readWholeFile(file.path);
  const result = { calls: [], messages: [], sessions: [], bad: [], offset: size, lines: 0 };
  if (unreadable !== undefined) return { ...result, unreadable };
  if (!isJson(value)) return { ...result, bad: [{ line: 1, offset: 0, reason: 'not JSON' }] };
  const { messages, ...header } = value;
  const blocks = asBlocks(messages);
  const collector = new Collector(file, makeSetting(file, header, blocks), []);
  collector.collect(header, 0);
  for (const [place, message] of blocks.entries()) collector.collect(message, place);
  return { ...result, ...collector.takeRest(), sessions: collector.facts.all() };
}

/** Reads a file with one line per message, written again when something is added to the message. */
async function readAppended(
  file: LogFile,
  from: number,
  open: readonly Call[],
  take?: Take,
  chunk?: number,
): Promise<ReadResult> {
  return collectRecords(file, from, new Collector(file, await readSetting(file), open), take, chunk);
}

/** How much of a file is searched for its header and its folder. */
const HEADER_REACH = 1 << 18;

/** Reads the header and the first messages; a later read of a file that has grown needs them too. */
async function readSetting(file: LogFile): Promise<FileSetting> {
  let header: Json = {};
  const messages: Json[] = [];
  let isDone = false;
  const handler = {
    collect(record: Json, offset: number) {
      if (typeof record.sessionId === 'string' && typeof header.sessionId !== 'string') header = record;
      messages.push(...listMessages(record));
      if (offset > HEADER_REACH) isDone = true;
    },
    takeFinished: () => ({ calls: [], messages: [] }),
  };
  await readLines(file.path, 0, Object.assign(new RecordVisitor(handler), { isDone: () => isDone }), HEADER_REACH);
  return makeSetting(file, header, messages);
}

function makeSetting(file: LogFile, header: Json, messages: readonly Json[]): FileSetting {
  const cwd = findFolder(file.path, header, messages);
  const hash = asText(header.projectHash);
  // The folder of a session's subagents has the name of the session.
  if (basename(dirname(file.path)) !== 'chats' && header.kind === 'subagent')
    return { session: file.session, thread: asText(header.sessionId) ?? basename(file.path, '.jsonl'), cwd, hash };
  return { session: asText(header.sessionId) ?? file.session, cwd, hash };
}
