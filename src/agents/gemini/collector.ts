import { asBlocks, asJson, asText, asTime, type Json } from '../../shared/json-values.ts';
import { joinPath } from '../../shared/paths.ts';
import type { LogFile, ReadPart } from '../agent.ts';
import type { Call } from '../call.ts';
import { isDrawnAtRandom } from '../call-id.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { FactBook } from '../facts.ts';
import { Ledger } from '../ledger.ts';
import { applyVerdict } from '../verdict.ts';
import { listMessages } from './folder.ts';
import { findDirectory, judgeCall, readAnswer } from './outcome.ts';
import { readTyped } from './texts.ts';
import { classifyTool, readInput } from './tools.ts';

/** Facts that hold for the whole file. */
export interface FileSetting {
  session: string;
  /** The subagent that wrote the file. */
  thread?: string | undefined;
  /** The folder it was started in, and what the log records of it. */
  cwd?: string | undefined;
  hash?: string | undefined;
}

/**
 * Joins records into complete calls, in the order of the log. A message is written again whenever something is added to it: the
 * known parts are skipped. The first result of a call is the complete one; later the client shortens it to save space.
 */
export class Collector {
  readonly facts: FactBook;
  readonly #agent: string;
  readonly #setting: FileSetting;
  readonly #ledger: Ledger;
  readonly #said = new Set<string>();
  #next = 0;

  constructor(file: LogFile, setting: FileSetting, open: readonly Call[]) {
    this.#agent = file.agent;
    this.#setting = setting;
    this.#ledger = new Ledger(open);
    this.facts = new FactBook(setting.session, setting.cwd);
  }

  /** Collects the relevant parts of a record; `place` is its position in the file. */
  collect(record: Json, place: number): void {
    this.#next = Math.max(this.#next, place);
    const { session, thread } = this.#setting;
    if (typeof record.sessionId === 'string') this.#note(asTime(record.startTime) ?? 0, place);
    if (thread === undefined)
      this.facts.noteTitle(session, asText(record.summary) ?? asText(asJson(record.$set).summary), 2);
    for (const message of listMessages(record)) {
      const at = asTime(message.timestamp) ?? 0;
      if (message.type === 'user') this.#say(message, at, place);
      else if (message.type === 'gemini') {
        this.#state(message, at);
        for (const call of asBlocks(message.toolCalls)) this.#addCall(call, message, at, place);
      }
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

  #addCall(raw: Json, message: Json, at: number, place: number): void {
    const name = asText(raw.name) ?? '';
    const tool = classifyTool(name, asText(raw.displayName));
    const verdict = judgeCall(tool, raw);
    const id = this.#idOf(asText(raw.id) ?? `${asText(message.id) ?? ''}.${place}`, name);
    const endedAt = asTime(raw.timestamp) ?? at;
    if (!this.#ledger.hasSent(id)) {
      this.#note(at, place);
      this.#ledger.send(this.#makeCall(raw, { id, name, tool, at, place, turn: asText(message.id) }));
    }
    if (verdict.waiting === 'result') return;
    const call = this.#ledger.answer(id, endedAt, place);
    if (call === undefined) return;
    applyVerdict(call, verdict);
    this.facts.noteResult(call);
    this.#ledger.settle(call);
  }

  #makeCall(
    raw: Json,
    {
      id,
      name,
      tool,
      at,
      place,
      turn,
    }: Pick<Call, 'id' | 'name' | 'tool' | 'at'> & { place: number; turn: string | undefined },
  ): Call {
    const { session, thread } = this.#setting;
    const call: Call = {
      id,
      agent: this.#agent,
      session,
      seq: this.#next++,
      tool,
      name,
      input: readInput(tool, raw.args),
      outcome: 'unknown',
      output: '',
      outputLength: 0,
      at,
      turn: turn ?? `${session}:${place}`,
      source: { call: place },
    };
    if (thread !== undefined) call.thread = thread;
    const cwd = this.#placeOf(call, raw);
    if (cwd !== undefined) call.cwd = cwd;
    return call;
  }

  /** Returns the folder of a call; a command may ask for a different one. */
  #placeOf({ tool }: Call, raw: Json): string | undefined {
    const { cwd } = this.#setting;
    if (tool !== 'shell') return cwd;
    const { dir_path: folder, directory } = asJson(raw.args);
    const asked = asText(folder) ?? asText(directory) ?? findDirectory(readAnswer(raw).slice(0, 10_000));
    if (asked === undefined) return cwd;
    return cwd === undefined ? asked : joinPath(cwd, asked);
  }

  /** Records what a person typed, which is also the reply to the calls that were stopped before it. */
  #say(message: Json, at: number, place: number): void {
    const id = asText(message.id);
    // The prompt of a subagent is not a message of the user.
    if (this.#setting.thread !== undefined || (id !== undefined && this.#said.has(id))) return;
    const text = readTyped(message.displayContent ?? message.content);
    if (text === '') return;
    if (id !== undefined) this.#said.add(id);
    this.#note(at, place);
    const said = { session: this.#setting.session, seq: this.#next++, at, text: clip(text, LIMITS.message) };
    this.#ledger.say(id === undefined ? said : { ...said, id });
  }

  #state(message: Json, at: number): void {
    const id = asText(message.id);
    const text = readTyped(message.content);
    if (text === '' || (id !== undefined && this.#said.has(id))) return;
    if (id !== undefined) this.#said.add(id);
    const { session, thread } = this.#setting;
    this.#ledger.state({ session, thread, seq: this.#next++, at, text, id });
  }

  #note(at: number, offset: number): void {
    const { session, cwd, hash } = this.#setting;
    this.facts.note({ session, cwd, at, offset });
    if (cwd === undefined && hash !== undefined) this.facts.noteFolderHash(session, hash);
  }

  /** Returns a unique id: ids consist of the tool's name and a timestamp or number, so the session distinguishes equal ones. */
  #idOf(given: string, name: string): string {
    return isDrawnAtRandom(given, name) ? given : `${given}@${this.#setting.session}`;
  }
}
