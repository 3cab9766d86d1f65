import { Worker } from 'node:worker_threads';
import type { LogFile, ReadPart, ReadResult } from '../agents/agent.ts';
import type { RedactedValue } from '../redaction/redacted.ts';

/** An order to a thread: to read a file, or that one more part was processed. */
export type ThreadOrder = { number: number; agent: string; file: LogFile } | { taken: true };

/** A redacted answer of a thread: a part of a file, its end, or that it could not be read. */
export type ThreadAnswer = { number: number } & Letter;

/** The data with which a thread is started. */
export interface ThreadData {
  /** Texts that redaction leaves alone. */
  allowed: readonly string[];
}

/** Upper bound for the parts that a thread may be ahead of the consumer: each is read from a megabyte of a log. */
export const MOST_PARTS = 16;

/** Upper bound for the bytes of logs that wait for a thread: threads must stay busy while the main thread writes. */
const MOST_BYTES = 24_000_000;

/**
 * Threads that read and redact files while the main thread reads others and writes. They deliver calls in file order; the files
 * are processed in the order of the plan, so that the index is the same with and without threads.
 */
export class ReadingThreads {
  readonly #threads: Thread[];
  #last = 0;

  constructor(script: URL, count: number, data: ThreadData) {
    this.#threads = Array.from({ length: count }, () => new Thread(script, data));
  }

  /** Number of threads. */
  get count(): number {
    return this.#threads.length;
  }

  /** Gives a file to the least busy thread; returns undefined if all are busy enough. */
  offer(agent: string, file: LogFile): ThreadReading | undefined {
    const [thread] = this.#threads.filter(({ hasRoom }) => hasRoom).sort((a, b) => a.waiting - b.waiting);
    return thread?.read(++this.#last, agent, file);
  }

  /** Ends the threads; files they are still reading are lost. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

/** A file that a thread reads. */
export interface ThreadReading {
  /**
   * Processes the parts as they arrive, and returns the end; undefined if the thread failed: the file must then be read again.
   */
  follow(take: (part: RedactedValue<ReadPart>) => Promise<void>): Promise<RedactedValue<ReadResult> | undefined>;
}

class Thread {
  readonly #worker: Worker;
  readonly #readings = new Map<number, Inbox>();
  #hasFailed = false;
  /** Bytes of files given to it that are not yet processed. */
  waiting = 0;

  constructor(script: URL, data: ThreadData) {
    // Its results are passed on at once, so a small young generation is enough, and saves 20 MB.
    this.#worker = new Worker(script, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: 12 } });
    this.#worker.on('message', ({ number, ...answer }: ThreadAnswer) => this.#readings.get(number)?.put(answer));
    // An error is followed by an exit event.
    this.#worker.on('error', () => {});
    this.#worker.on('exit', () => this.#fail());
  }

  get hasRoom(): boolean {
    return !this.#hasFailed && this.waiting < MOST_BYTES;
  }

  read(number: number, agent: string, file: LogFile): ThreadReading {
    const inbox = new Inbox();
    this.#readings.set(number, inbox);
    this.waiting += file.size;
    this.#send({ number, agent, file });
    return {
      follow: async (take) => {
        try {
          for (;;) {
            const answer = await inbox.next();
            if ('failed' in answer) return undefined;
            if ('end' in answer) return answer.end;
            await take(answer.part);
            this.#send({ taken: true });
          }
        } finally {
          this.#readings.delete(number);
          this.waiting -= file.size;
        }
      },
    };
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(order: ThreadOrder): void {
    this.#worker.postMessage(order);
  }

  #fail(): void {
    this.#hasFailed = true;
    for (const inbox of this.#readings.values()) inbox.put({ failed: true });
  }
}

type Letter = { part: RedactedValue<ReadPart> } | { end: RedactedValue<ReadResult> } | { failed: true };

/** Parts of a file that have arrived but are not yet processed. */
class Inbox {
  readonly #letters: Letter[] = [];
  #wake: (() => void) | undefined;

  put(letter: Letter): void {
    this.#letters.push(letter);
    this.#wake?.();
  }

  async next(): Promise<Letter> {
    for (;;) {
      const letter = this.#letters.shift();
      if (letter) return letter;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }
}
