import { asNumber, type Json } from '../../shared/json-values.ts';
import type { LogFile, ReadPart } from '../agent.ts';
import type { Call } from '../call.ts';
import { isDrawnAtRandom } from '../call-id.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { FactBook } from '../facts.ts';
import { Ledger } from '../ledger.ts';
import { applyVerdict } from '../verdict.ts';
import { findDirectory, judgeResult } from './outcome.ts';
import { findTyped, findWorkingFolder, listSent, type ResultPart, type SentPart, splitContent } from './parts.ts';
import { classifyTool, nameOf, readInput } from './tools.ts';

/** Joins the messages of a task into complete calls, in order. */
export class Conversation {
  readonly facts: FactBook;
  readonly #agent: string;
  readonly #session: string;
  readonly #start: number;
  readonly #ledger = new Ledger([]);
  /** Calls that are waiting for their results, with the client's names for their tools. */
  #pending: { id: string; given: string | undefined; name: string }[] = [];
  #cwd: string | undefined;
  #seq = 0;

  /** `cwd` is the folder that is recorded next to the task. */
  constructor(file: LogFile, cwd: string | undefined) {
    this.#agent = file.agent;
    this.#session = file.session;
    this.#cwd = cwd;
    this.facts = new FactBook(file.session, cwd);
    // Tasks are named after the time they were started.
    this.#start = /^\d{13}$/.test(file.session) ? Number(file.session) : file.mtimeMs;
  }

  /** Collects the relevant parts of a message; `place` is its number. */
  collect(message: Json, place: number): void {
    // Only newer versions record timestamps: without them only the order is kept.
    const at = asNumber(message.ts) ?? this.#start + place;
    if (message.role === 'assistant') {
      for (const [index, part] of listSent(message.content).entries()) this.#send(part, at, place, index);
    } else if (message.role === 'user') this.#hear(message.content, at, place);
  }

  takeRest(): ReadPart {
    return this.#ledger.takeRest();
  }

  #send({ id: given, name, args }: SentPart, at: number, place: number, index: number): void {
    const id = this.#idOf(given, name, `${place}.${index}`);
    if (this.#ledger.hasSent(id)) return;
    this.#note(at, place);
    const tool = classifyTool(name);
    const call: Call = {
      id,
      agent: this.#agent,
      session: this.#session,
      seq: this.#seq++,
      tool,
      name: nameOf(name, args),
      input: readInput(tool, args),
      outcome: 'unknown',
      output: '',
      outputLength: 0,
      at,
      turn: `${this.#session}:${place}`,
      source: { call: place },
    };
    if (this.#cwd !== undefined) call.cwd = this.#cwd;
    this.#pending.push({ id, given, name });
    this.#ledger.send(call);
  }

  /** Records results of calls, and text that a person typed. */
  #hear(content: unknown, at: number, place: number): void {
    const { results, texts } = splitContent(content);
    this.#cwd ??= findWorkingFolder(texts);
    for (const result of results) this.#answer(result, at, place);
    for (const text of texts) this.#say(findTyped(text), at, place);
  }

  #answer(result: ResultPart, at: number, place: number): void {
    const found = this.#pending.find(({ given, name }) =>
      result.id === undefined ? name === result.name : given === result.id,
    );
    const call = found === undefined ? undefined : this.#ledger.answer(found.id, at, place);
    if (found === undefined || call === undefined) return;
    this.#pending = this.#pending.filter((other) => other !== found);
    const directory = call.tool === 'shell' ? findDirectory(result.text) : undefined;
    if (directory !== undefined) call.cwd = directory;
    applyVerdict(call, judgeResult(call.tool, result.text, call.input.command));
    this.facts.noteResult(call);
    this.#ledger.settle(call);
    // The answer to a question is a message; the content of files may look like one.
    if (call.tool === 'other') this.#say(findTyped(result.text), at, place);
  }

  #say(typed: string | undefined, at: number, place: number): void {
    if (typed === undefined) return;
    this.#note(at, place);
    const seq = this.#seq++;
    const id = `${this.#session}#${place}.${seq}`;
    this.#ledger.say({ session: this.#session, seq, at, text: clip(typed, LIMITS.message), id });
  }

  #note(at: number, offset: number): void {
    this.facts.note({ session: this.#session, cwd: this.#cwd, at, offset });
  }

  #idOf(given: string | undefined, name: string, place: string): string {
    if (given === undefined) return `${this.#session}#${place}`;
    return isDrawnAtRandom(given, name) ? given : `${given}@${this.#session}`;
  }
}
