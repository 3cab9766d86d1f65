/** The parts of a protocol message that tell whether somebody awaits an answer. */
interface Message {
  id?: unknown;
  method?: unknown;
  params?: { requestId?: unknown };
}

/**
 * The requests that were accepted and are not answered yet. A client that sends a file of requests ends its input before the
 * first answer, but must still get all of them.
 */
export class OpenRequests {
  readonly #open = new Set<unknown>();
  #whenNone: (() => void) | undefined;

  /** Registers a line from the client. */
  take(line: string): void {
    for (const { id, method, params } of readMessages(line)) {
      if (method === 'notifications/cancelled') this.#close(params?.requestId);
      else if (method !== undefined && id !== undefined) this.#open.add(id);
    }
  }

  /** Registers a line to the client. */
  answer(line: string): void {
    for (const { id, method } of readMessages(line)) if (method === undefined && id !== undefined) this.#close(id);
  }

  /** Calls back once no request is open. */
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
    // Not a message: nobody awaits an answer.
    return [];
  }
}
