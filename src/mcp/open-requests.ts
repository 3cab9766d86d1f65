/** A message of the protocol, as far as it tells whether somebody waits. */
interface Message {
  id?: unknown;
  method?: unknown;
  params?: { requestId?: unknown };
}

/**
 * The requests that were taken and are not answered yet. A client that hands over a file of requests ends its input before the first answer:
 * it is still owed all of them.
 */
export class OpenRequests {
  readonly #open = new Set<unknown>();
  #whenNone: (() => void) | undefined;

  /** Sees a line from the client. */
  take(line: string): void {
    for (const { id, method, params } of readMessages(line)) {
      if (method === 'notifications/cancelled') this.#close(params?.requestId);
      else if (method !== undefined && id !== undefined) this.#open.add(id);
    }
  }

  /** Sees a line to the client. */
  answer(line: string): void {
    for (const { id, method } of readMessages(line)) if (method === undefined && id !== undefined) this.#close(id);
  }

  /** Calls back once nothing is open. */
  whenNone(done: () => void): void {
    this.#whenNone = done;
    this.#check();
  }

  #close(id: unknown): void {
    this.#open.delete(id);
    this.#check();
  }

  #check(): void {
    if (this.#open.size > 0) return;
    this.#whenNone?.();
    this.#whenNone = undefined;
  }
}

function readMessages(line: string): Message[] {
  try {
    const read: unknown = JSON.parse(line);
    const all: unknown[] = Array.isArray(read) ? read : [read];
    return all.filter((message): message is Message => typeof message === 'object' && message !== null);
  } catch {
    // No message: nobody waits for its answer.
    return [];
  }
}
