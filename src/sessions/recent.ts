import type { Call, Message } from '../agents/call.ts';

interface Entry {
  call?: Call;
  message?: Message;
  file: number;
  at: number;
  pos: number;
}

/** Calls that are remembered; with their outputs they take some 40 MB. */
const MOST_CALLS = 20_000;

/**
 * What the first reading has just written. It is asked for next, and reading it back from the database would take a tenth of the whole
 * run. Only for an index that was empty: then what was written is all there is.
 */
export class Recent {
  #sessions: Map<string, Entry[]> | undefined = new Map();
  readonly #broken = new Set<string>();
  #calls = 0;

  addCall(key: string, call: Call, file: number): void {
    if (++this.#calls > MOST_CALLS) this.#sessions = undefined;
    this.#add(key, { call, file, at: call.at, pos: call.seq });
  }

  addMessage(key: string, message: Message, file: number): void {
    this.#add(key, { message, file, at: message.at, pos: message.seq });
  }

  /** The session was changed otherwise than by adding to it. */
  forget(key: string): void {
    this.#broken.add(key);
    this.#sessions?.delete(key);
  }

  /** The session in order, once: what is taken is not kept. Nothing where it is not remembered. */
  take(key: string): { calls: Call[]; messages: Message[] } | undefined {
    const entries = this.#sessions?.get(key);
    if (entries === undefined) return undefined;
    this.#sessions?.delete(key);
    entries.sort((a, b) => a.at - b.at || a.file - b.file || a.pos - b.pos);
    const taken: { calls: Call[]; messages: Message[] } = { calls: [], messages: [] };
    entries.forEach(({ call, message }, seq) => {
      if (call !== undefined) taken.calls.push({ ...call, seq });
      if (message !== undefined) taken.messages.push({ ...message, seq });
    });
    return taken;
  }

  #add(key: string, entry: Entry): void {
    if (this.#sessions === undefined || this.#broken.has(key)) return;
    const entries = this.#sessions.get(key);
    if (entries === undefined) this.#sessions.set(key, [entry]);
    else entries.push(entry);
  }
}
