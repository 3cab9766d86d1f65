import { Worker } from 'node:worker_threads';
import type { LogFile, ReadPart, ReadResult } from '../../agents/agent.ts';
import type { ErrorLines } from '../../failures/error-lines.ts';
import type { ProjectBacktest } from '../../proof/backtest-project.ts';
import type { RedactedValue } from '../../redaction/redacted.ts';
import type { Project } from '../../sessions/projects/project.ts';
import type { SessionKey, SessionSummary, TimeSpan } from '../../sessions/read.ts';
import type { ReadingThreads, ThreadReading } from '../../sessions/reading-threads.ts';
import type { RefreshReport } from '../../sessions/refresh.ts';
import type { BacktestRequest } from '../backtest/backtest.ts';
import type { ProjectFindings } from './distil-sessions.ts';

/** An order to a thread: to read a file, to mine sessions of the index, or that one more part was processed. */
export type ThreadOrder =
  | { number: number; read: { agent: string; file: LogFile } }
  | { number: number; mine: MiningRequest }
  | { number: number; replay: ReplayRequest }
  | { taken: true };

/** Sessions of one project that are mined together. */
export interface MiningRequest {
  project: Project;
  sessions: readonly SessionSummary[];
  span: TimeSpan;
  /** Whether these are all sessions of the project, so that the thread can distil them, too. */
  isWhole: boolean;
}

/** The answer to a mining request. */
export interface MiningAnswer {
  /** The sessions that were mined, as they are stored in the index. */
  texts: MinedText[];
  /** The findings, if the request was about a whole project. */
  findings?: ProjectFindings;
}

/** A mined session as it is stored in the index. */
export interface MinedText extends SessionKey {
  /** Empty if it is too long to be stored: the index then only remembers that it was mined, and from which state. */
  text: string;
}

/** A project whose history is replayed. */
export interface ReplayRequest {
  /** The request for the whole backtest, without functions. */
  request: Omit<BacktestRequest, 'onProgress' | 'onReplay'>;
  /** The outcome of reading the logs. */
  report: RefreshReport;
  /** The id of the project. */
  project: string;
}

/** The replayed history of a project, as plain data. */
export type ReplayAnswer = Omit<ProjectBacktest, 'errors'> & { errors: ErrorLines };

/** An answer of a thread, which contains only redacted text. */
export type ThreadAnswer = { number: number } & (
  | Letter
  | { mined: MiningAnswer }
  | { replayed: ReplayAnswer }
  /** One more session was replayed. */
  | { session: true }
);

/** A part of a file, its end, or that the order could not be carried out. */
type Letter = { part: RedactedValue<ReadPart> } | { end: RedactedValue<ReadResult> } | { failed: true };

/** The data with which a thread is started. */
export interface ThreadData {
  /** Texts that redaction leaves alone. */
  allowed: readonly string[];
  /** The file of the index, from which sessions are mined. */
  index: string;
  /** The folder of hardwon's own data, which records the calls that hooks rewrote. */
  data: string;
  home: string;
}

/** Upper bound for the parts that a thread may be ahead of the consumer: each is read from a megabyte of a log. */
export const MOST_PARTS = 16;

/** Upper bound for the bytes of logs that wait for a thread: threads must stay busy while the main thread writes. */
const MOST_BYTES = 24_000_000;

/** Mining orders that wait for a thread: one that it works on, and one so that it never waits while the main thread is busy. */
const MOST_ORDERS = 2;

/** A thread that has this many calls to mine is given nothing more: another thread may be free long before it. */
const ENOUGH_CALLS = 5_000;

/** Threads that read logs, and then mine the sessions in the index, beside the main thread. */
export class SessionThreads implements ReadingThreads {
  readonly #threads: Thread[];
  #last = 0;

  constructor(script: URL, count: number, data: ThreadData) {
    this.#threads = Array.from({ length: count }, () => new Thread(script, data));
  }

  get count(): number {
    return this.#threads.length;
  }

  offer(agent: string, file: LogFile): ThreadReading | undefined {
    const [thread] = this.#threads.filter(({ hasRoom }) => hasRoom).sort((a, b) => a.waiting - b.waiting);
    return thread?.read(++this.#last, agent, file);
  }

  /**
   * Has sessions mined; returns undefined if all threads have enough to do. The promise gives undefined if the thread failed: the
   * sessions must then be mined elsewhere.
   */
  mine(request: MiningRequest): Promise<MiningAnswer | undefined> | undefined {
    return this.#freest()?.mine(++this.#last, request);
  }

  /** Has the history of a project replayed; otherwise the same as `mine`. */
  replay(request: ReplayRequest, onSession: () => void): Promise<ReplayAnswer | undefined> | undefined {
    return this.#freest()?.replay(++this.#last, request, onSession);
  }

  #freest(): Thread | undefined {
    return this.#threads.filter(({ canMine }) => canMine).sort((a, b) => a.orders - b.orders || a.calls - b.calls)[0];
  }

  /** Ends the threads; what they are still doing is lost. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

class Thread {
  readonly #worker: Worker;
  readonly #readings = new Map<number, Inbox>();
  /** Orders other than reading, by number. */
  readonly #orders = new Map<number, { done: (answer: ThreadAnswer | undefined) => void; onSession?: () => void }>();
  #hasFailed = false;
  /** Bytes of files given to it that are not yet processed. */
  waiting = 0;
  /** Calls given to it that are not yet mined. */
  calls = 0;

  constructor(script: URL, data: ThreadData) {
    // Its results are passed on at once, so a small young generation is enough, and saves 20 MB.
    this.#worker = new Worker(script, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: 12 } });
    this.#worker.on('message', (answer: ThreadAnswer) => this.#take(answer));
    // An error is followed by an exit event.
    this.#worker.on('error', () => {});
    this.#worker.on('exit', () => this.#fail());
  }

  get hasRoom(): boolean {
    return !this.#hasFailed && this.waiting < MOST_BYTES;
  }

  get canMine(): boolean {
    return !this.#hasFailed && this.orders < MOST_ORDERS && this.calls < ENOUGH_CALLS;
  }

  /** Orders other than reading that are not done. */
  get orders(): number {
    return this.#orders.size;
  }

  read(number: number, agent: string, file: LogFile): ThreadReading {
    const inbox = new Inbox();
    this.#readings.set(number, inbox);
    this.waiting += file.size;
    this.#send({ number, read: { agent, file } });
    return {
      follow: async (take, meanwhile) => {
        try {
          for (;;) {
            // Answers arrive between two tasks of the event loop.
            while (inbox.isEmpty && (await meanwhile())) await new Promise<void>((done) => setImmediate(done));
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

  async mine(number: number, request: MiningRequest): Promise<MiningAnswer | undefined> {
    const calls = request.sessions.reduce((sum, session) => sum + session.calls, 0);
    this.calls += calls;
    const answer = await this.#order({ number, mine: request });
    this.calls -= calls;
    return answer && 'mined' in answer ? answer.mined : undefined;
  }

  async replay(number: number, request: ReplayRequest, onSession: () => void): Promise<ReplayAnswer | undefined> {
    const answer = await this.#order({ number, replay: request }, onSession);
    return answer && 'replayed' in answer ? answer.replayed : undefined;
  }

  #order(order: ThreadOrder & { number: number }, onSession?: () => void): Promise<ThreadAnswer | undefined> {
    return new Promise((done) => {
      this.#orders.set(order.number, { done, onSession });
      this.#send(order);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(order: ThreadOrder): void {
    this.#worker.postMessage(order);
  }

  #take(answer: ThreadAnswer): void {
    const order = this.#orders.get(answer.number);
    if ('session' in answer) order?.onSession?.();
    else if (order) {
      this.#orders.delete(answer.number);
      order.done(answer);
    } else if ('part' in answer || 'end' in answer || 'failed' in answer) {
      this.#readings.get(answer.number)?.put(answer);
    }
  }

  #fail(): void {
    this.#hasFailed = true;
    for (const inbox of this.#readings.values()) inbox.put({ failed: true });
    for (const { done } of this.#orders.values()) done(undefined);
    this.#orders.clear();
  }
}

/** Parts of a file that have arrived but are not yet processed. */
class Inbox {
  readonly #letters: Letter[] = [];
  #wake: (() => void) | undefined;

  get isEmpty(): boolean {
    return this.#letters.length === 0;
  }

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
