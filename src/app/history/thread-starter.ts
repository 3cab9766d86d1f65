import { existsSync } from 'node:fs';
import { countThreads } from './count-threads.ts';
import type { SessionThreads, ThreadData } from './session-threads.ts';

/** Below this size, a thread saves little more than the time to start it and to load the readers again. */
const WORTH_BYTES = 16_000_000;

/** The number of calls whose mining takes a few times as long as starting a thread and loading the miner again. */
const WORTH_CALLS = 1500;

/** Starts the threads of a run when there is enough work for them, once for reading and mining. */
export class ThreadStarter {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #data: ThreadData;
  /** The threads, if they were worth starting. */
  started: SessionThreads | undefined;

  constructor(env: Readonly<Record<string, string | undefined>>, data: ThreadData) {
    this.#env = env;
    this.#data = data;
  }

  /**
   * Returns the threads, which are started if so many bytes are to be read or calls to be mined that it pays, or if a number of
   * threads was asked for. There are none if the program is not a build, because a thread starts from a script.
   */
  async startFor({ bytes = 0, calls = 0 }: { bytes?: number; calls?: number }): Promise<SessionThreads | undefined> {
    const isWorth = bytes >= WORTH_BYTES || calls >= WORTH_CALLS || Boolean(this.#env.HARDWON_THREADS);
    if (this.started || !isWorth) return this.started;
    const count = countThreads(this.#env) - 1;
    const script = new URL('session-thread.mjs', import.meta.url);
    if (count === 0 || !existsSync(script)) return undefined;
    const { SessionThreads } = await import('./session-threads.ts');
    this.started = new SessionThreads(script, count, this.#data);
    return this.started;
  }

  /** Ends the threads. Nothing waits for that: they hold nothing that could be lost. */
  close(): void {
    void this.started?.close();
    this.started = undefined;
  }
}
