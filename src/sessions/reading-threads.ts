import { Worker } from 'node:worker_threads';
import type { LogFile, ReadPart, ReadResult } from '../agents/agent.ts';
import type { RedactedValue } from '../redaction/redacted.ts';

/** What a thread is told: to read a file, or that one part more was taken up. */
export type ThreadOrder = { number: number; agent: string; file: LogFile } | { taken: true };

/** What a thread answers, redacted: a part of a file, its end, or that it could not read it. */
export type ThreadAnswer = { number: number } & Letter;

/** What a thread is started with. */
export interface ThreadData {
  /** Texts that the redaction of secrets leaves alone. */
  allowed: readonly string[];
}

/** Parts that a thread may be ahead of who takes them up: each is read from a megabyte of a log. */
export const MOST_PARTS = 16;

/** Bytes of logs that wait for a thread: while this one writes, they must have enough to do. */
const MOST_BYTES = 24_000_000;

/**
 * Threads that read and redact files while this one reads others and writes. They hand calls over in the order of the file; the files
 * are taken up in the order of the plan, so that the index is the same with and without them.
 */
export class ReadingThreads {
  readonly #threads: Thread[];
  #last = 0;

  constructor(script: URL, count: number, data: ThreadData) {
    this.#threads = Array.from({ length: count }, () => new Thread(script, data));
  }

  /** How many there are. */
  get count(): number {
    return this.#threads.length;
  }

  /** Gives a file to the thread that has the least to do; nothing where all have enough. */
  offer(agent: string, file: LogFile): ThreadReading | undefined {
    const [thread] = this.#threads.filter(({ hasRoom }) => hasRoom).sort((a, b) => a.waiting - b.waiting);
    return thread?.read(++this.#last, agent, file);
  }

  /** Ends them; what they still read is lost. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

/** A file that a thread reads. */
export interface ThreadReading {
  /** Takes up the parts as they come, and gives the end; nothing where the thread failed: then the file must be read again. */
  follow(take: (part: RedactedValue<ReadPart>) => Promise<void>): Promise<RedactedValue<ReadResult> | undefined>;
}

class Thread {
  readonly #worker: Worker;
  readonly #readings = new Map<number, Inbox>();
  #hasFailed = false;
  /** Bytes of files that it was given and that nobody has taken up yet. */
  waiting = 0;

  constructor(script: URL, data: ThreadData) {
    // What it makes is handed over at once: a small young generation is enough, and saves 20 MB.
    this.#worker = new Worker(script, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: 12 } });
    this.#worker.on('message', ({ number, ...answer }: ThreadAnswer) => this.#readings.get(number)?.put(answer));
    // An error is followed by the end.
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

/** What has come of a file and was not taken up yet. */
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
