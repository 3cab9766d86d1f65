import type { Call, CallInput, CallSource, Message, Outcome, ToolKind } from '../agents/call.ts';
import type { SqlValue } from './store.ts';

/** Fields without a column of their own. Their keys are short because they are written with every call. */
interface Detail {
  n: string;
  i: CallInput;
  l: number;
  th?: string;
  x?: number;
  e?: number;
  c?: string;
  b?: string;
  s?: string;
  t?: string;
  f?: number;
  k?: true;
  o?: CallSource;
}

export function writeCall(call: Call, file: number): SqlValue[] {
  const detail: Detail = { n: call.name, i: call.input, l: call.outputLength };
  if (call.thread !== undefined) detail.th = call.thread;
  if (call.exitCode !== undefined) detail.x = call.exitCode;
  if (call.endedAt !== undefined) detail.e = call.endedAt;
  if (call.cwd !== undefined) detail.c = call.cwd;
  if (call.branch !== undefined) detail.b = call.branch;
  if (call.said !== undefined) detail.s = call.said;
  if (call.turn !== undefined) detail.t = call.turn;
  if (call.fileLines !== undefined) detail.f = call.fileLines;
  if (call.compacted) detail.k = true;
  if (call.source !== undefined) detail.o = call.source;
  return [
    call.agent,
    call.id,
    call.session,
    file,
    call.at,
    call.seq,
    call.tool,
    call.outcome,
    call.waiting ?? null,
    call.output,
    JSON.stringify(detail),
  ];
}

/** Converts a row to a call; `seq` is its position in the session. */
export function readCall(row: readonly SqlValue[], seq: number): Call {
  const detail = JSON.parse(String(row[10])) as Detail;
  const call: Call = {
    id: String(row[1]),
    agent: String(row[0]),
    session: String(row[2]),
    seq,
    tool: row[6] as ToolKind,
    name: detail.n,
    input: detail.i,
    outcome: row[7] as Outcome,
    output: String(row[9]),
    outputLength: detail.l,
    at: Number(row[4]),
  };
  if (detail.th !== undefined) call.thread = detail.th;
  if (detail.x !== undefined) call.exitCode = detail.x;
  if (detail.e !== undefined) call.endedAt = detail.e;
  if (detail.c !== undefined) call.cwd = detail.c;
  if (detail.b !== undefined) call.branch = detail.b;
  if (detail.s !== undefined) call.said = detail.s;
  if (detail.t !== undefined) call.turn = detail.t;
  if (detail.f !== undefined) call.fileLines = detail.f;
  if (detail.k) call.compacted = true;
  if (detail.o !== undefined) call.source = detail.o;
  if (row[8] !== null && row[8] !== undefined) call.waiting = String(row[8]);
  return call;
}

export function writeMessage(message: Message, agent: string, file: number): SqlValue[] {
  const id = message.id ?? `${message.session} ${message.at} ${message.text}`;
  return [agent, id, message.session, file, message.at, message.seq, message.text, message.thread ?? null];
}

/** Converts a row to a message; `seq` is its position in the session. */
export function readMessage(row: readonly SqlValue[], seq: number): Message {
  const message: Message = { session: String(row[2]), seq, at: Number(row[4]), text: String(row[6]) };
  if (row[7] !== null) message.thread = String(row[7]);
  const id = String(row[1]);
  return id.startsWith(`${message.session} `) ? message : { ...message, id };
}
