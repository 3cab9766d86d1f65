import { asBlocks, asJson, asNumber, asText, asTime, type Json, joinText } from '../../shared/json-values.ts';
import type { LogFile, ReadPart } from '../agent.ts';
import type { Call, Message } from '../call.ts';
import { isDrawnAtRandom } from '../call-id.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { FactBook } from '../facts.ts';
import { Ledger } from '../ledger.ts';
import { applyVerdict } from '../verdict.ts';
import { judgeResult } from './outcome.ts';
import { classifyTool, readInput } from './tools.ts';

/** Facts from the first lines of a file that hold for all of it. */
export interface FileSetting {
  session: string;
  /** The subagent that wrote the file. */
  thread?: string | undefined;
  cwd?: string | undefined;
}

/** Joins calls, results and the user's words into complete calls, in the order of the log. */
export class Collector {
  readonly facts: FactBook;
  readonly #agent: string;
  readonly #setting: FileSetting;
  readonly #ledger: Ledger;
  /** The ids of waiting calls, by the model's ids, if those differ. */
  readonly #ids = new Map<string, string>();

  constructor(file: LogFile, setting: FileSetting, open: readonly Call[]) {
    this.#agent = file.agent;
    this.#setting = setting;
    this.#ledger = new Ledger(open);
    this.facts = new FactBook(setting.session, setting.cwd);
    for (const { id } of open) this.#ids.set(ownId(id), id);
  }

  /** Collects the relevant parts of a record. Unknown types are ignored. */
  collect(record: Json, offset: number): void {
    const { type } = record;
    if (type === 'message') this.#collectMessage(record, offset);
    else if (type === 'session') this.#beginSession(record, offset);
    else if (type === 'title' || type === 'title_change' || type === 'session_info') {
      const title = asText(record.title) ?? asText(record.name);
      if (this.#setting.thread === undefined) this.facts.noteTitle(this.#setting.session, title?.trim(), 2);
    }
  }

  /** Returns the calls and messages that no later line can change. */
  takeFinished(): ReadPart {
    return this.#ledger.takeFinished();
  }

  /** Returns everything that is left, including calls that are still waiting. */
  takeRest(): ReadPart {
    return this.#ledger.takeRest();
  }

  #beginSession(record: Json, offset: number): void {
    const { session, cwd } = this.#setting;
    this.facts.note({ session, cwd, at: asTime(record.timestamp) ?? 0, offset });
    if (this.#setting.thread === undefined) this.facts.noteTitle(session, asText(record.title), 1);
  }

  #collectMessage(record: Json, offset: number): void {
    const message = asJson(record.message);
    const at = asTime(record.timestamp) ?? asNumber(message.timestamp) ?? 0;
    if (message.role === 'assistant') this.#send(message, asText(record.id), at, offset);
    else if (message.role === 'toolResult') this.#answer(message, at, offset);
    else if (message.role === 'user') this.#say(message, asText(record.id), at, offset);
  }

  #send(message: Json, entry: string | undefined, at: number, offset: number): void {
    const blocks = asBlocks(message.content).filter((block) => block.type === 'toolCall');
    // The model was stopped before its message was complete: nothing was run.
    const wasStopped = message.stopReason === 'aborted' || message.stopReason === 'error';
    const { session, thread, cwd } = this.#setting;
    const id = entry === undefined ? undefined : `${entry}@${asNumber(message.timestamp) ?? at}`;
    this.#ledger.state({ session, thread, seq: offset, at, text: joinText(message.content), id });
    for (const [index, block] of blocks.entries()) {
      const name = asText(block.name) ?? '';
      const given = asText(block.id) ?? `${entry ?? offset}.${index}`;
      const id = isDrawnAtRandom(given, name) ? given : `${given}@${asNumber(message.timestamp) ?? at}`;
      if (this.#ledger.hasSent(id)) continue;
      this.facts.note({ session, cwd, at, offset });
      const tool = classifyTool(name);
      const input = readInput(tool, block.arguments);
      const call: Call = {
        id,
        agent: this.#agent,
        session,
        seq: offset + index,
        tool,
        name,
        input,
        outcome: wasStopped ? 'cancelled' : 'unknown',
        output: '',
        outputLength: 0,
        at,
        turn: entry ?? `${session}:${offset}`,
        source: { call: offset },
      };
      if (thread !== undefined) call.thread = thread;
      const place = (tool === 'shell' ? asText(asJson(block.arguments).cwd) : undefined) ?? cwd;
      if (place !== undefined) call.cwd = place;
      this.#ids.set(given, id);
      if (wasStopped) this.#ledger.settle(call);
      else this.#ledger.send(call);
    }
  }

  #answer(message: Json, at: number, offset: number): void {
    const given = asText(message.toolCallId) ?? '';
    const call = this.#ledger.answer(this.#ids.get(given) ?? given, at, offset);
    if (call === undefined) return;
    const raw = joinText(message.content);
    applyVerdict(call, judgeResult(call.tool, raw, message.isError === true, message.details));
    noteLength(call, raw);
    this.facts.noteResult(call);
    this.#ledger.settle(call);
  }

  /** Records what a person typed, which is also the reply to the calls that were stopped before it. */
  #say(message: Json, entry: string | undefined, at: number, offset: number): void {
    // The prompt of a subagent, and text that a fork inserts, is not a message of the user.
    if (this.#setting.thread !== undefined || message.synthetic === true || message.attribution === 'agent') return;
    const text = joinText(message.content).trim();
    if (text === '') return;
    const { session, cwd } = this.#setting;
    this.facts.note({ session, cwd, at, offset });
    const said: Message = { session, seq: offset, at, text: clip(text, LIMITS.message) };
    // Short ids are unique only within a file; forks keep both.
    if (entry !== undefined) said.id = `${entry}@${asNumber(message.timestamp) ?? at}`;
    this.#ledger.say(said);
  }
}

/** Returns the model's id for a call: ids that count from zero have the timestamp appended. */
export function ownId(id: string): string {
  return id.replace(/@\d+$/, '');
}

/** Reads `[Showing lines 1-2000 of 5234. Use offset=2001 to continue.]` at the end of the output for a long file. */
function noteLength(call: Call, raw: string): void {
  const lines = /\n\[Showing lines \d+-\d+ of (\d+)\b[^\n]*\]\s*$/.exec(raw.slice(-300))?.[1];
  if (call.tool === 'read' && call.outcome === 'ok' && lines !== undefined) call.fileLines = Number(lines);
}
