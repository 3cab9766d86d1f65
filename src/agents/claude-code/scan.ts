import { asBlocks, asTime, type Json } from '../../shared/json-values.ts';
import type { Origin } from '../facts.ts';
import { answersWithFile } from '../input.ts';
import type { Collector } from './collector.ts';
import { createHead, decodeLatin, type Head, readHeadFields, readLogHead, skipString, standsAt } from './head.ts';
import { type FileInfo, nameThread, sendCalls, tellTime } from './records.ts';

/** The line being scanned. There is one at a time: the object is reused, and so are the heads. */
interface Scan {
  bytes: Buffer;
  /** The position in the bytes where the line begins. All other positions are relative to it. */
  start: number;
  /** The position where the record that holds the message ends. */
  end: number;
  /** The beginning of the line, with one character per byte. */
  text: string;
  offset: number;
  /** The subagent whose message is embedded. */
  thread: string | undefined;
}

const scan: Scan = { bytes: Buffer.alloc(0), start: 0, end: 0, text: '', offset: 0, thread: undefined };
const outer = createHead();
const inner = createHead();

/** The fields before a message take 300 to 700 bytes. */
const HEAD_LENGTH = 1000;

/** Most calls are no longer than this in total, so that the bytes need not be read again. */
const TEXT_LENGTH = 2400;

/**
 * Collects the relevant parts of a line without parsing all of it. Returns false if that is not possible: then the whole line
 * must be parsed. A key between quotes never occurs inside a JSON string, where quotes are escaped; so finding its bytes is
 * finding the key.
 *
 * Of 157 MB of real logs, 25 MB are parsed this way: most of the rest is file contents in `toolUseResult`, then thoughts,
 * progress and bookkeeping.
 */
export function scanLine(
  bytes: Buffer,
  start: number,
  end: number,
  offset: number,
  file: FileInfo,
  collector: Collector,
): boolean {
  const text = bytes.toString('latin1', start, Math.min(end, start + HEAD_LENGTH));
  // `{"type":"file-history-snapshot"`: bookkeeping records give their type first.
  if (text.startsWith('{"type":"') && isNoise(text.slice(9, text.indexOf('"', 9)))) return true;
  if (!readLogHead(text, 0, outer)) return false;
  scan.bytes = bytes;
  scan.start = start;
  scan.end = end - start;
  scan.text = text;
  scan.offset = offset;
  scan.thread = undefined;
  switch (outer.type) {
    case '':
      if (outer.body === 'message') return scanAssistant(outer, file, collector);
      return outer.body === 'attachment' && !isTellingAttachment(text, outer.bodyStart);
    case 'assistant':
      return outer.body === 'message' && scanAssistant(outer, file, collector);
    case 'user':
      return outer.body === 'message' && scanResult(outer, collector);
    case 'progress':
      return outer.body === 'data' && scanProgress(file, collector);
    case 'queue-operation':
      return find(NOTIFICATION, 0) < 0;
    default:
      return isNoise(outer.type);
  }
}

/** Whether records of this type say nothing about calls, messages or sessions. */
function isNoise(type: string): boolean {
  return !TELLING.has(type);
}

const TELLING = new Set([
  'assistant',
  'user',
  'progress',
  'attachment',
  'queue-operation',
  'summary',
  'ai-title',
  'custom-title',
  'pr-link',
]);

const NOTIFICATION = '<task-notification>';
const TOOL_USE = '{"type":"tool_use"';
const TEXT = '{"type":"text"';
const STOP_REASON = '],"stop_reason":';
const TIMESTAMP = '"timestamp":"';

/** Scans an assistant's message. `turn` is the head of the record that holds it: the line's own, or one embedded in it. */
function scanAssistant(turn: Head, file: FileInfo, collector: Collector): boolean {
  const { text } = scan;
  const content = text.indexOf('"content":', turn.bodyStart) + 10;
  if (content < 10) return false;
  if (!standsAt(text, '[{"type":"tool_use"', content)) return find(TOOL_USE, content) < 0 && find(TEXT, content) < 0;
  const message = text.slice(turn.bodyStart, content);
  widenText();
  const close = message.includes('"role":"assistant"') ? find(STOP_REASON, content) : -1;
  const blocks = close < 0 ? undefined : parseBlocks(content, close + 1);
  if (blocks === undefined) return false;
  if (turn.time === '' || outer.setting.session === undefined) {
    const time = find(TIMESTAMP, close);
    if (time < 0) return false;
    const rest = latin(time, scan.end);
    if (outer.setting.session !== undefined) turn.time = rest.slice(13, rest.indexOf('"', 13));
    else {
      // From 2.1.9x on the session, folder and branch come after the message.
      outer.setting = { ...outer.setting };
      if (readHeadFields(rest, 0, outer) < 0) return false;
    }
  }
  if (outer.setting.session === undefined) return false;
  const origin = readOrigin(file);
  origin.at = tellTime(asTime(turn.time) ?? 0, collector);
  const id = message.indexOf('"id":"') + 6;
  // Decoded again, because a slice of the text would keep all of it in memory.
  const turnId = id < 6 ? undefined : latin(turn.bodyStart + id, turn.bodyStart + message.indexOf('"', id));
  sendCalls(blocks, origin, turnId, collector);
  return true;
}

/** The prefix of every successful result; failed ones begin differently and are parsed whole. */
const RESULT = '{"role":"user","content":[{"tool_use_id":"';
const RESULT_CONTENT = '","type":"tool_result","content":';
const SECOND_BLOCK = '"type":"t';
const UUID_LENGTH = 36;

function scanResult(turn: Head, collector: Collector): boolean {
  const { text } = scan;
  if (!standsAt(text, RESULT, turn.bodyStart)) return false;
  const idStart = turn.bodyStart + RESULT.length;
  const idEnd = text.indexOf('"', idStart);
  const content = idEnd + RESULT_CONTENT.length;
  if (idEnd < 0 || !standsAt(text, RESULT_CONTENT, idEnd)) return false;
  const id = text.slice(idStart, idEnd);
  const kind = collector.kindOf(id);
  if (kind === 'web') return false;
  if (kind !== undefined && !answersWithFile(kind)) widenText();
  const time = find(TIMESTAMP, content);
  // Before it `false}]},"uuid":"..."`, after it `2026-01-08T16:28:27.887Z"`.
  const close = time - UUID_LENGTH - 11;
  if (close < content) return false;
  const seam = latin(close - 8, time + 38);
  if (!standsAt(seam, '}]},"uuid":"', 5) || seam.charCodeAt(seam.length - 1) !== 34) return false;
  // A second block is another result, or text that the user typed in the meantime.
  const isAlone = text.charCodeAt(content) === 34 && find(SECOND_BLOCK, content, close) < 0;
  if (isAlone && kind === undefined) return true;
  const at = asTime(seam.slice(-25, -1)) ?? 0;
  const fileLines = kind === 'read' ? readFileLines(time) : undefined;
  if (isAlone && kind !== undefined && answersWithFile(kind) && !standsAt(seam, 'true', 1)) {
    collector.answerFile(id, tellTime(at, collector), scan.offset, fileLines);
    return true;
  }
  const blocks = parseBlocks(turn.bodyStart + RESULT.indexOf('['), close - 1);
  const block = blocks?.[0];
  if (block === undefined || blocks?.length !== 1 || block.is_error === true) return false;
  const notes = kind === 'shell' ? readShellNotes(time) : NO_NOTES;
  collector.answer({
    id,
    isError: false,
    content: block.content,
    notes,
    at: tellTime(at, collector),
    offset: scan.offset,
    fileLines,
  });
  return true;
}

const NORMALIZED = ',"normalizedMessages":';
const TOOL_USE_ID = '"tool_use_id":"';
const AGENT_ID = '"agentId":"';

/** Scans embedded messages: from 2.1.12 to 2.1.50 a subagent's messages are embedded whole. */
function scanProgress(file: FileInfo, collector: Collector): boolean {
  const { text } = scan;
  const data = outer.bodyStart;
  if (standsAt(text, '{"type":"', data)) return !standsAt(text, 'agent_progress"', data + 9);
  const start = data + '{"message":'.length;
  // The messages after this repeat the conversation so far.
  const close = standsAt(text, '{"message":', data) ? find(NORMALIZED, start) : -1;
  inner.setting = {};
  if (close < 0 || !readLogHead(text, start, inner) || inner.body !== 'message') return false;
  const tail = latin(Math.max(close, scan.end - 600), scan.end);
  const agent = tail.lastIndexOf(AGENT_ID);
  if (agent < 0) return false;
  const name = agent + AGENT_ID.length;
  scan.thread = decodeLatin(tail.slice(name, skipString(tail, name - 1) - 1));
  scan.end = close;
  if (inner.type === 'assistant') return scanAssistant(inner, file, collector);
  // The prompt of a subagent is not a message of the user.
  return inner.type === 'user' && (find(TOOL_USE_ID, inner.bodyStart) < 0 || scanResult(inner, collector));
}

/** Whether an attachment is relevant: text typed in the meantime, denials of hooks, and their comments after a call. */
function isTellingAttachment(text: string, start: number): boolean {
  if (!standsAt(text, '{"type":"', start)) return true;
  return TELLING_ATTACHMENTS.some((type) => standsAt(text, type, start + 9));
}

const TELLING_ATTACHMENTS = [
  'queued_command"',
  'hook_permission_decision"',
  'hook_blocking_error"',
  'hook_additional_context"',
];

function parseBlocks(start: number, end: number): Json[] | undefined {
  try {
    return asBlocks(JSON.parse(scan.bytes.toString('utf8', scan.start + start, scan.start + end)));
  } catch {
    return undefined;
  }
}

function readOrigin(file: FileInfo): Origin {
  const { session, agent, cwd, branch, version, sidechain } = outer.setting;
  const thread = scan.thread ?? nameThread(agent, sidechain === true, file);
  return { session: session ?? file.session, thread, cwd, branch, version, at: 0, offset: scan.offset };
}

const INTERRUPTED = '"interrupted":';
const NO_NOTES = { interrupted: false, interpreted: false };

/** Reads the notes at the end of a shell's result: `"interrupted":false,"isImage":false,...` follows its whole output. */
function readShellNotes(start: number): { interrupted: boolean; interpreted: boolean } {
  const at = find(INTERRUPTED, start);
  if (at < 0) return NO_NOTES;
  const rest = latin(at, scan.end);
  return { interrupted: standsAt(rest, 'true', 14), interpreted: /"returnCodeInterpretation":"[^"]/.test(rest) };
}

/** Reads `"totalLines":1200` at the end of a read's result. */
function readFileLines(start: number): number | undefined {
  const tail = latin(Math.max(start, scan.end - 1500), scan.end);
  const at = tail.lastIndexOf('"totalLines":');
  return at < 0 ? undefined : Number.parseInt(tail.slice(at + 13, at + 25), 10);
}

function widenText(): void {
  if (scan.text.length < scan.end) scan.text = latin(0, Math.min(scan.end, TEXT_LENGTH));
}

function latin(start: number, end: number): string {
  return scan.bytes.toString('latin1', scan.start + start, scan.start + end);
}

/** Returns the first position of `part` between `start` and `end`; -1 if there is none. */
function find(part: string, start: number, end = scan.end): number {
  const { text } = scan;
  const near = text.indexOf(part, start);
  if (near >= 0) return near + part.length <= end ? near : -1;
  if (text.length >= end) return -1;
  const from = Math.max(start, text.length - part.length);
  const at = scan.bytes.subarray(scan.start + from, scan.start + end).indexOf(part, 0, 'latin1');
  return at < 0 ? -1 : from + at;
}
