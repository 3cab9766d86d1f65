import { basename } from 'node:path';
import { asBlocks, asJson, asText, type Json, joinText } from '../../shared/json-values.ts';
import type { CallText, LogFile, ReadPart, ReadResult } from '../agent.ts';
import type { Call } from '../call.ts';
import { type ReadMode, type RecordHandler, readInto, readRecords } from '../jsonl.ts';
import { readPart } from '../lines.ts';
import { shrinkStrings } from '../shrink.ts';
import { Collector } from './collector.ts';
import { collectRecord, type FileInfo } from './records.ts';
import { scanLine } from './scan.ts';

/** Reads a log of Claude Code. */
export async function readLog(
  file: LogFile,
  from: number,
  open: readonly Call[],
  take?: (part: ReadPart) => void | Promise<void>,
  mode?: ReadMode,
): Promise<ReadResult> {
  const collector = new Collector(file, open);
  const takeRest = (): ReadPart => {
    noteOwnSummary(file, collector);
    return collector.takeRest();
  };
  return readInto(file, from, handleRecords(file, collector), { facts: collector.facts, takeRest }, take, mode);
}

/** Reads one call again in full. */
export async function recallCall(path: string, call: Pick<Call, 'id' | 'source'>): Promise<CallText | undefined> {
  if (call.source === undefined) return undefined;
  const sent = (await readRecords(path, call.source.call)).flatMap((record) => blocksOf(record));
  const block = sent.find((candidate) => candidate.type === 'tool_use' && candidate.id === call.id);
  if (block === undefined) return undefined;
  const answered = call.source.result === undefined ? [] : await readRecords(path, call.source.result);
  const result = answered.flatMap((record) => blocksOf(record)).find((candidate) => candidate.tool_use_id === call.id);
  return { input: JSON.stringify(block.input, null, 2), output: joinText(result?.content) };
}

function handleRecords(file: LogFile, collector: Collector): RecordHandler {
  const name = basename(file.path);
  const thread = name.startsWith('agent-') ? name.slice(6).replace(/\.jsonl$/, '') : undefined;
  const info: FileInfo = { session: file.session, thread };
  return {
    collect: (record, offset) => collectRecord(record, offset, info, collector),
    scan: (bytes, start, end, offset) => scanLine(bytes, start, end, offset, info, collector),
    shorten: shortenLine,
    takeFinished: () => collector.takeFinished(),
  };
}

function shortenLine(bytes: Buffer, start: number, end: number): string {
  const line = bytes.subarray(start, end);
  const cut = line.includes('"type":"agent_progress"') ? -1 : line.indexOf(',"toolUseResult":');
  const short = shrinkStrings(line, 0, cut < 0 ? line.length : cut);
  return cut < 0 ? short : `${short}}`;
}

/** How far before a summary the message that it names is searched for: it is the last one of the session. */
const SUMMARY_REACH = 65_536;

function noteOwnSummary(file: LogFile, collector: Collector): void {
  const { summary } = collector;
  if (summary === undefined) return;
  const before = readPart(file.path, Math.max(0, summary.offset - SUMMARY_REACH), summary.offset);
  if (before.includes(`"uuid":"${summary.leaf}"`)) collector.facts.noteTitle(file.session, summary.title, 1);
}

function blocksOf(record: Json): Json[] {
  const inner = asJson(asJson(record.data).message);
  const message = asText(record.type) === 'progress' ? asJson(inner.message) : asJson(record.message);
  return asBlocks(message.content);
}
