import type { ReadPart } from './agent.ts';
import type { Call, Message } from './call.ts';
import { clip, LIMITS } from './excerpt.ts';

/**
 * Keeps the calls of one read until no later line can change them, and passes them on in the order in which they are completed.
 */
export class Ledger {
  #calls: Call[] = [];
  #messages: Message[] = [];
  /** Every id sent in this file: resumed sessions repeat records. */
  readonly #seen = new Set<string>();
  readonly #unanswered = new Map<string, Call>();
  readonly #unexplained = new Set<Call>();
  readonly #tasks = new Map<string, Call>();
  /** Calls that have their result, but on which a hook may still comment. */
  readonly #hooked = new Map<string, Call>();
  /** Calls of earlier reads for which nothing has arrived yet. */
  readonly #untouched = new Set<Call>();

  constructor(open: readonly Call[]) {
    for (const stored of open) {
      const call = structuredClone(stored);
      this.#seen.add(call.id);
      this.#untouched.add(call);
      this.#wait(call);
    }
  }

  hasSent(id: string): boolean {
    return this.#seen.has(id);
  }

  /** Adds a call whose result is still to come. */
  send(call: Call): void {
    this.#seen.add(call.id);
    this.#unanswered.set(call.id, call);
  }

  /** Returns the call with this id, if it is waiting for its result. */
  unanswered(id: string): Call | undefined {
    return this.#unanswered.get(id);
  }

  /** Returns all calls that are waiting for their results, in the order in which they were sent. */
  allUnanswered(): Iterable<Call> {
    return this.#unanswered.values();
  }

  /**
   * Records that the result of a call has arrived, at this time and on the line at this offset: the caller judges and settles the
   * call.
   */
  answer(id: string, at: number, offset: number): Call | undefined {
    const call = this.#unanswered.get(id);
    if (call === undefined) return undefined;
    this.#unanswered.delete(id);
    if (this.#untouched.delete(call)) delete call.waiting;
    call.endedAt = at;
    if (call.source !== undefined) call.source.result = offset;
    return call;
  }

  /** Returns the call that launched a background task that is still running. */
  launcher(task: string): Call | undefined {
    return this.#tasks.get(task);
  }

  /** Records that something arrived for a call of an earlier read that keeps waiting: the change must be stored. */
  touch(call: Call): void {
    if (this.#untouched.delete(call) && call.waiting === 'result') delete call.waiting;
  }

  /** Records that a background task has ended: the caller judges and settles the call that launched it. */
  endTask(task: string): Call | undefined {
    const call = this.#tasks.get(task);
    if (call === undefined) return undefined;
    this.#tasks.delete(task);
    delete call.waiting;
    return call;
  }

  /** Takes a call that has its result: complete, or waiting for something else. */
  settle(call: Call): void {
    if (call.waiting === undefined) {
      this.#untouched.delete(call);
      this.#calls.push(call);
    } else this.#wait(call);
  }

  /** Takes a call that has its result, but on which a hook may still comment until another turn begins. */
  hold(call: Call): void {
    this.#hooked.set(call.id, call);
  }

  /** Returns the call with this id, if a hook may still comment on it. */
  held(id: string): Call | undefined {
    return this.#hooked.get(id);
  }

  /** Records that a turn begins or continues: hooks no longer comment on the calls of other turns. */
  beginTurn(turn: string | undefined): void {
    if (this.#hooked.size === 0) return;
    for (const call of this.#hooked.values()) {
      if (turn !== undefined && call.turn === turn) continue;
      this.#hooked.delete(call.id);
      delete call.waiting;
      this.settle(call);
    }
  }

  /** Records what a person typed, which is also the reply to the calls that were stopped before it. */
  say(message: Message): void {
    this.#messages.push(message);
    for (const call of this.#unexplained) {
      if (call.session !== message.session) continue;
      this.#unexplained.delete(call);
      call.said = message.text;
      delete call.waiting;
      this.settle(call);
    }
  }

  /** Records what an agent wrote to the person. */
  state({ text, thread = '', ...rest }: Message): void {
    const stated = clip(text.trim(), LIMITS.statement);
    if (stated !== '') this.#messages.push({ ...rest, thread, text: stated });
  }

  /** Returns the calls and messages that no later line can change. */
  takeFinished(): ReadPart {
    const part = { calls: this.#calls, messages: this.#messages };
    this.#calls = [];
    this.#messages = [];
    return part;
  }

  /** Returns everything that is left, including calls that are still waiting. */
  takeRest(): ReadPart {
    const part = this.takeFinished();
    // Set only here, because deleting it again from each answered call took 3% of the time of a read.
    for (const call of this.#unanswered.values()) call.waiting = 'result';
    for (const call of this.#hooked.values()) call.waiting = 'hook';
    for (const left of [this.#unanswered.values(), this.#unexplained, this.#tasks.values(), this.#hooked.values()]) {
      for (const call of left) if (!this.#untouched.has(call)) part.calls.push(call);
    }
    return part;
  }

  #wait(call: Call): void {
    if (call.waiting === 'reply') this.#unexplained.add(call);
    else if (call.waiting === 'hook') this.#hooked.set(call.id, call);
    else if (call.waiting?.startsWith('task ')) this.#tasks.set(call.waiting.slice(5), call);
    else this.#unanswered.set(call.id, call);
  }
}
