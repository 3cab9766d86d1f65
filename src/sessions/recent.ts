import type { Call, Message } from '../agents/call.ts';
import { addMessage, emptyContent, type SessionContent } from './session-log.ts';

interface Entry {
  call?: Call;
  message?: Message;
  file: number;
  at: number;
  pos: number;
}

/** Upper bound for the calls kept; with their outputs they take some 40 MB. */
const MOST_CALLS = 20_000;

/**
 * The content that the first read has just written. It is requested next, and reading it back from the database would take a
 * tenth of the whole run. Only for an index that was empty, because it then has no other content, unless another process reads the
 * same logs: sessions that both write are dropped here.
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

  /** Drops a session that was changed in any other way than by adding to it, or by anyone else. */
  forget(key: string): void {
    this.#broken.add(key);
    this.#sessions?.delete(key);
  }

  /** Returns the session in order, once: it is not kept afterwards. Returns undefined if it is not here. */
  take(key: string): SessionContent | undefined {
    const entries = this.#sessions?.get(key);
    if (entries === undefined) return undefined;
    this.#sessions?.delete(key);
    entries.sort((a, b) => a.at - b.at || a.file - b.file || a.pos - b.pos);
    const taken = emptyContent();
    entries.forEach(({ call, message }, seq) => {
      if (call !== undefined) taken.calls.push({ ...call, seq });
      if (message !== undefined) addMessage(taken, { ...message, seq });
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
