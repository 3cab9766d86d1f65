import type { ReadPart } from './agent.ts';
import type { Call, Message } from './call.ts';

/** Keeps the calls of one reading until no later line can change them, and hands them over in the order in which they are finished. */
export class Ledger {
  #calls: Call[] = [];
  #messages: Message[] = [];
  /** Every id sent in this file: resumed sessions repeat records. */
  readonly #seen = new Set<string>();
  readonly #unanswered = new Map<string, Call>();
  readonly #unexplained = new Set<Call>();
  readonly #tasks = new Map<string, Call>();
  /** Calls that have their result, and of which a hook may still say something. */
  readonly #hooked = new Map<string, Call>();
  /** Calls of earlier reads that nothing has come for yet. */
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

  /** A call whose result is still to come. */
  send(call: Call): void {
    this.#seen.add(call.id);
    this.#unanswered.set(call.id, call);
  }

  /** The call with this id, if it waits for its result. */
  unanswered(id: string): Call | undefined {
    return this.#unanswered.get(id);
  }

  /** Every call that waits for its result, in the order in which they were sent. */
  allUnanswered(): Iterable<Call> {
    return this.#unanswered.values();
  }

  /** The result of a call has come, at this time and on the line at this offset: it is the caller's to judge and to settle. */
  answer(id: string, at: number, offset: number): Call | undefined {
    const call = this.#unanswered.get(id);
    if (call === undefined) return undefined;
    this.#unanswered.delete(id);
    if (this.#untouched.delete(call)) delete call.waiting;
    call.endedAt = at;
    if (call.source !== undefined) call.source.result = offset;
    return call;
  }

  /** The call that launched a background task which still runs. */
  launcher(task: string): Call | undefined {
    return this.#tasks.get(task);
  }

  /** Something has come for a call of an earlier read that goes on waiting: what changed must be stored. */
  touch(call: Call): void {
    if (this.#untouched.delete(call) && call.waiting === 'result') delete call.waiting;
  }

  /** A background task has ended: the call that launched it is the caller's to judge and to settle. */
  endTask(task: string): Call | undefined {
    const call = this.#tasks.get(task);
    if (call === undefined) return undefined;
    this.#tasks.delete(task);
    delete call.waiting;
    return call;
  }

  /** Takes a call that has its result: finished, or waiting for something more. */
  settle(call: Call): void {
    if (call.waiting === undefined) {
      this.#untouched.delete(call);
      this.#calls.push(call);
    } else this.#wait(call);
  }

  /** Takes a call that has its result, and of which a hook may still say something: until another turn begins. */
  hold(call: Call): void {
    this.#hooked.set(call.id, call);
  }

  /** The call with this id, if a hook may say something of it. */
  held(id: string): Call | undefined {
    return this.#hooked.get(id);
  }

  /** A turn begins, or goes on: hooks say nothing more of the calls of others. */
  beginTurn(turn: string | undefined): void {
    if (this.#hooked.size === 0) return;
    for (const call of this.#hooked.values()) {
      if (turn !== undefined && call.turn === turn) continue;
      this.#hooked.delete(call.id);
      delete call.waiting;
      this.settle(call);
    }
  }

  /** A person typed something: it also answers the calls that were stopped before it. */
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

  /** Calls and messages that no later line can change. */
  takeFinished(): ReadPart {
    const part = { calls: this.#calls, messages: this.#messages };
    this.#calls = [];
    this.#messages = [];
    return part;
  }

  /** Everything that is left, calls that still wait too. */
  takeRest(): ReadPart {
    const part = this.takeFinished();
    // Only here, as deleting it again from each answered call took 3% of a reading.
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
