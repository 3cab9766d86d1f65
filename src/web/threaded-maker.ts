import { Worker } from 'node:worker_threads';
import { type LearnRequest, withConfig } from '../app/configured-request.ts';
import { reopenLibrary } from '../app/history/open-library.ts';
import type { Library } from '../app/history/session-history.ts';
import type { RefreshReport } from '../sessions/refresh.ts';
import type { MadePicture, PictureMaker, PicturePart } from './make-picture.ts';
import type { PicturedProject, ReadingProgress } from './picture.ts';

/** The order that a thread makes a picture from: only values that can be copied to it. */
export type PictureOrder = Omit<LearnRequest, 'onProgress'>;

/** The answers of a thread: its progress, a changed project, what is known so far, and finally the rest of the picture. */
export type PictureAnswer =
  | { progress: ReadingProgress }
  | { fresh: PicturedProject }
  | { part: Omit<PicturePart, 'projects'>; projects: string[] }
  | { made: Omit<MadePicture, 'library' | 'projects'>; projects: string[]; report: RefreshReport }
  /** `isFinal`: it cannot do its work at all, whatever the order. */
  | { failed: string; isFinal: boolean };

/**
 * Makes pictures in a separate thread: reading and mining for seconds must not keep a page waiting. The logs read are shared
 * through the index, which is a file; only changed projects are copied.
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

  /** If the thread ends by itself, `fallback` makes the pictures instead. */
  constructor(script: URL, request: () => PictureOrder, fallback: PictureMaker) {
    this.#script = script;
    this.#request = request;
    this.#fallback = fallback;
  }

  async make(
    onProgress: (progress: ReadingProgress) => void,
    onPart: (part: PicturePart) => void = () => {},
  ): Promise<MadePicture> {
    if (this.#isOver && !this.#isClosed) return this.#fallback.make(onProgress, onPart);
    const order = this.#request();
    try {
      const { made, projects, report } = await this.#ask(order, onProgress, onPart);
      const library = await reopenLibrary(await withConfig(order), report);
      return { ...made, projects: this.#find(projects), library };
    } catch (error) {
      if (this.#isOver && !this.#isClosed) return this.#fallback.make(onProgress, onPart);
      throw error;
    }
  }

  async open(report: RefreshReport): Promise<Library> {
    return reopenLibrary(await withConfig(this.#request()), report);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
    await this.#fallback.close();
  }

  #find(ids: readonly string[]): PicturedProject[] {
    return ids.flatMap((id) => this.#projects.get(id) ?? []);
  }

  #ask(
    order: PictureOrder,
    onProgress: (progress: ReadingProgress) => void,
    onPart: (part: PicturePart) => void,
  ): Promise<Extract<PictureAnswer, { made: unknown }>> {
    return new Promise<Extract<PictureAnswer, { made: unknown }>>((done, fail) => {
      this.#order = {
        fail,
        answer: (answer) => {
          if ('progress' in answer) onProgress(answer.progress);
          else if ('fresh' in answer) this.#projects.set(answer.fresh.project.id, answer.fresh);
          else if ('part' in answer) onPart({ ...answer.part, projects: this.#find(answer.projects) });
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
    // An error is followed by an exit event.
    worker.on('error', () => {});
    worker.on('exit', () => {
      this.#isOver = true;
      this.#order?.fail(new Error('The thread that reads has ended.'));
    });
    return worker;
  }
}
