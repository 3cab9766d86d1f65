import { basename, dirname } from 'node:path';
import { asBlocks, asJson, asText, type Json, joinText } from '../../shared/json-values.ts';
import type { CallText, LogFile, ReadPart, ReadResult } from '../agent.ts';
import type { Call } from '../call.ts';
import { collectRecords, RecordVisitor, readRecords } from '../jsonl.ts';
import { readLines } from '../lines.ts';
import { Collector, type FileSetting, ownId } from './collector.ts';
import { sessionOf } from './paths.ts';

/** Reads a log of pi. `chunk` is the number of bytes read at a time; only tests set it. */
export async function readLog(
  file: LogFile,
  from: number,
  open: readonly Call[],
  take?: (part: ReadPart) => void | Promise<void>,
  chunk?: number,
): Promise<ReadResult> {
  return collectRecords(file, from, new Collector(file, await readSetting(file), open), take, chunk);
}

/** Reads one call again in full. */
export async function recallCall(path: string, call: Pick<Call, 'id' | 'source'>): Promise<CallText | undefined> {
  if (call.source === undefined) return undefined;
  const given = ownId(call.id);
  const sent = (await readRecords(path, call.source.call)).flatMap((record) =>
    asBlocks(asJson(record.message).content),
  );
  const block = sent.find((candidate) => candidate.id === given);
  if (block === undefined) return undefined;
  const answered = call.source.result === undefined ? [] : await readRecords(path, call.source.result);
  const result = answered.map((record) => asJson(record.message)).find((message) => message.toolCallId === given);
  return { input: JSON.stringify(block.arguments, null, 2), output: joinText(result?.content) };
}

/** How far into a file its header may be: forks put a title before it. */
const HEADER_REACH = 16_384;

/** Reads the session and its folder from the header; a later read of a file that has grown needs them too. */
async function readSetting(file: LogFile): Promise<FileSetting> {
  const header = await readHeader(file.path);
  const cwd = asText(header?.cwd) ?? file.home;
  const own = asText(header?.id);
  // The folder of a session's subagents has the name of its log.
  const folder = basename(dirname(file.path));
  const isSubagent = sessionOf(folder) === file.session && file.session !== folder;
  if (isSubagent) return { session: file.session, thread: basename(file.path, '.jsonl'), cwd };
  return { session: own ?? file.session, cwd };
}

async function readHeader(path: string): Promise<Json | undefined> {
  let header: Json | undefined;
  let isDone = false;
  const handler = {
    collect(record: Json, offset: number) {
      if (header === undefined && record.type === 'session') header = record;
      if (header !== undefined || offset > HEADER_REACH) isDone = true;
    },
    takeFinished: () => ({ calls: [], messages: [] }),
  };
  const visitor = new RecordVisitor(handler);
  await readLines(path, 0, Object.assign(visitor, { isDone: () => isDone }), HEADER_REACH);
  return header;
}
