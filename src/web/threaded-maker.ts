import { Worker } from 'node:worker_threads';
import { type LearnRequest, withConfig } from '../app/configured-request.ts';
import { reopenLibrary } from '../app/history/session-history.ts';
import type { RefreshReport } from '../sessions/refresh.ts';
import type { MadePicture, PictureMaker } from './make-picture.ts';
import type { PicturedProject, ReadingProgress } from './picture.ts';

/** What a thread is told to make a picture of: what can be copied to it. */
export type PictureOrder = Omit<LearnRequest, 'onProgress'>;

/** What a thread answers: how far it is, a project with something new, and in the end the rest of the picture. */
export type PictureAnswer =
  | { progress: ReadingProgress }
  | { fresh: PicturedProject }
  | { made: Omit<MadePicture, 'library' | 'projects'>; projects: string[]; report: RefreshReport }
  /** `isFinal`: it cannot do what it is there for, whatever it is told. */
  | { failed: string; isFinal: boolean };

/**
 * Makes pictures in a thread of its own: what reads and mines for seconds must not keep a page waiting. What was read is handed over by the
 * index, which is a file; of projects, those with something new are copied.
 */
export class ThreadedMaker implements PictureMaker {
  readonly #script: URL;
  readonly #request: () => PictureOrder;
  readonly #fallback: PictureMaker;
  readonly #projects = new Map<string, PicturedProject>();
  #worker: Worker | undefined;
  #isOver = false;
  #isClosed = false;
  #order: { answer: (answer: PictureAnswer) => void; fail: (error: Error) => void } | undefined;

  /** Where the thread ends by itself, `fallback` makes what it would have made. */
  constructor(script: URL, request: () => PictureOrder, fallback: PictureMaker) {
    this.#script = script;
    this.#request = request;
    this.#fallback = fallback;
  }

  async make(onProgress: (progress: ReadingProgress) => void): Promise<MadePicture> {
    if (this.#isOver && !this.#isClosed) return this.#fallback.make(onProgress);
    const order = this.#request();
    try {
      const { made, projects, report } = await this.#ask(order, onProgress);
      const library = await reopenLibrary(await withConfig(order), report);
      return { ...made, projects: projects.flatMap((id) => this.#projects.get(id) ?? []), library };
    } catch (error) {
      if (this.#isOver && !this.#isClosed) return this.#fallback.make(onProgress);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
    await this.#fallback.close();
  }

  #ask(order: PictureOrder, onProgress: (progress: ReadingProgress) => void): Promise<Extract<PictureAnswer, { made: unknown }>> {
    return new Promise<Extract<PictureAnswer, { made: unknown }>>((done, fail) => {
      this.#order = {
        fail,
        answer: (answer) => {
          if ('progress' in answer) onProgress(answer.progress);
          else if ('fresh' in answer) this.#projects.set(answer.fresh.project.id, answer.fresh);
          else if ('made' in answer) done(answer);
          else {
            this.#isOver ||= answer.isFinal;
            fail(new Error(answer.failed));
          }
        },
      };
      this.#worker ??= this.#start();
      this.#worker.postMessage({ ...order, env: { ...order.env } } satisfies PictureOrder);
    }).finally(() => {
      this.#order = undefined;
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.on('message', (answer: PictureAnswer) => this.#order?.answer(answer));
    // An error is followed by the end.
    worker.on('error', () => {});
    worker.on('exit', () => {
      this.#isOver = true;
      this.#order?.fail(new Error('The thread that reads has ended.'));
    });
    return worker;
  }
}
