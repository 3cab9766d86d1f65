import { asJson, isJson, type Json } from '../../shared/json-values.ts';
import type { CallText, LogFile, ReadPart, ReadResult } from '../agent.ts';
import type { Call } from '../call.ts';
import { type ReadMode, type RecordHandler, readInto, readRecords } from '../jsonl.ts';
import { readPart } from '../lines.ts';
import { Collector } from './collector.ts';
import { joinOutput } from './frame.ts';
import { collectRecord, readSent } from './records.ts';
import { enterTurn, readMeta, type Setting } from './session.ts';

/** Reads a rollout of Codex. */
export async function readLog(
  file: LogFile,
  from: number,
  open: readonly Call[],
  take?: (part: ReadPart) => void | Promise<void>,
  mode?: ReadMode,
): Promise<ReadResult> {
  const collector = await openCollector(file, from, open);
  const handler: RecordHandler = {
    collect: (record, offset) => collectRecord(record, offset, collector),
    scan: isNoise,
    takeFinished: () => collector.takeFinished(),
  };
  return readInto(file, from, handler, collector, take, mode);
}

/** Reads one call again in full. */
export async function recallCall(path: string, call: Pick<Call, 'id' | 'source'>): Promise<CallText | undefined> {
  if (call.source === undefined) return undefined;
  const [record] = await readRecords(path, call.source.call);
  const payload = asJson(record?.payload);
  const sent = readSent(payload);
  if (sent === undefined || !call.id.replace(/#\d+$/, '').endsWith(sent.id)) return undefined;
  const [result] = call.source.result === undefined ? [] : await readRecords(path, call.source.result);
  const input = typeof sent.args === 'string' ? sent.args : JSON.stringify(sent.args, null, 2);
  return { input, output: joinOutput(asJson(result?.payload).output) };
}

/** Opens a collector that knows the lines before `from`: the setting of the session, and the content of its open calls. */
async function openCollector(file: LogFile, from: number, open: readonly Call[]): Promise<Collector> {
  const [first] = await readRecords(file.path, 0);
  const setting = readMeta(first?.type === 'session_meta' ? asJson(first.payload) : {}, file.session);
  const isBatchOpen = from > 0 && resumeTurn(file.path, from, setting);
  const waiting = open.filter((call) => call.waiting === 'result');
  const batch = isBatchOpen
    ? waiting.reduce<Call | undefined>((a, b) => (a === undefined || b.seq > a.seq ? b : a), undefined)
    : undefined;
  const collector = new Collector(file, setting, open, batch?.turn);
  for (const call of open) {
    if (call.source === undefined || call.waiting === 'reply') continue;
    const [record] = await readRecords(file.path, call.source.call);
    const sent = readSent(asJson(record?.payload));
    if (sent === undefined) continue;
    const [result] = call.source.result === undefined ? [] : await readRecords(file.path, call.source.result);
    collector.restore({ ...sent, at: call.at, offset: call.source.call }, asJson(result?.payload).output);
  }
  return collector;
}

/** How far back the turn in which the last read ended is searched for. */
const REACH = 4 << 20;

const TURN = '"type":"turn_context","payload":';
const CALLS = ['function_call"', 'custom_tool_call"', 'local_shell_call"'];
const OUTPUTS = ['function_call_output"', 'custom_tool_call_output"'];

/** Resumes the turn that the lines before `from` belong to. Returns whether the last call before `from` has no result yet. */
function resumeTurn(path: string, from: number, setting: Setting): boolean {
  const before = readPart(path, Math.max(0, from - REACH), from);
  const at = before.lastIndexOf(TURN);
  const start = at < 0 ? -1 : before.lastIndexOf('\n', at) + 1;
  const end = before.indexOf('\n', at);
  // The last line may have been read before its end was written.
  const turn = start < 0 ? undefined : parseRecord(before.toString('utf8', start, end < 0 ? undefined : end));
  if (turn !== undefined) enterTurn(setting, asJson(turn.payload));
  return findLast(before, CALLS) > findLast(before, OUTPUTS);
}

/** Finds the last of these keys. A key between quotes never occurs inside a JSON string, where quotes are escaped. */
function findLast(bytes: Buffer, types: readonly string[]): number {
  return Math.max(...types.map((type) => bytes.lastIndexOf(`"payload":{"type":"${type}`)));
}

function parseRecord(text: string): Json | undefined {
  try {
    const record: unknown = JSON.parse(text);
    return isJson(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The beginning of a line gives its type: `{"timestamp":"...","ordinal":12,"type":"event_msg","payload":{"type":"token_count",`.
 */
const HEAD_LENGTH = 400;

const HEAD = /^\{"timestamp":"[^"]{0,40}",(?:"ordinal":\d{1,12},)?"type":"(\w+)","payload":\{(?:"type":"(\w+)")?/;

/** Records and payloads that are read; all others say nothing about calls, messages or sessions. */
const RECORDS = new Set(['session_meta', 'turn_context']);
const PAYLOADS = new Set([
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
  'user_message',
  'agent_message',
  'turn_aborted',
  'exec_command_end',
  'patch_apply_end',
  'mcp_tool_call_end',
  'web_search_end',
]);
const ITEMS = new Set(['UserMessage', 'AgentMessage', 'CommandExecution', 'FileChange', 'McpToolCall', 'WebSearch']);

/**
 * Whether a line need not be parsed. This holds for 10 MB of 35 MB of real rollouts: reasoning, token counts and the history that a compaction repeats.
 */
function isNoise(bytes: Buffer, start: number, end: number): boolean {
  const head = bytes.toString('latin1', start, Math.min(end, start + HEAD_LENGTH));
  const found = HEAD.exec(head);
  if (found === null) return false;
  const [, record = '', payload] = found;
  if (record !== 'response_item' && record !== 'event_msg') return !RECORDS.has(record);
  if (payload === 'item_completed') {
    const item = /"item":\{"type":"(\w+)"/.exec(head)?.[1];
    return item !== undefined && !ITEMS.has(item);
  }
  return payload !== undefined && !PAYLOADS.has(payload);
}
