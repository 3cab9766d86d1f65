import { parentPort } from 'node:worker_threads';
import { type ConfiguredRequest, withConfig } from '../app/configured-request.ts';
import { PART_AFTER, StepwiseMaker } from './make-picture.ts';
import type { PicturedProject } from './picture.ts';
import type { PictureAnswer, PictureOrder } from './threaded-maker.ts';

/** The script of the thread that makes pictures for a server: it handles orders one after the other. */
let request: () => Promise<ConfiguredRequest>;
const maker = new StepwiseMaker(() => request(), { hasOwn: true, partAfter: PART_AFTER });
let sent: ReadonlySet<PicturedProject> = new Set();

parentPort?.on('message', (order: PictureOrder) => {
  request = () => withConfig(order);
  void make();
});

async function make(): Promise<void> {
  try {
    const { library, projects, ...rest } = await maker.make(
      (progress) => answer({ progress }),
      ({ projects: known, ...part }) => {
        sendFresh(known);
        answer({ part, projects: known.map(({ project }) => project.id) });
      },
    );
    const { isKept, report } = library;
    library.close();
    if (!isKept) return answer({ failed: 'no file can be written for the index', isFinal: true });
    sendFresh(projects);
    answer({ made: rest, projects: projects.map(({ project }) => project.id), report });
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error), isFinal: false });
  }
}

/** Sends changed projects one by one, so that the first are deserialised there while the last are still being copied here. */
function sendFresh(projects: readonly PicturedProject[]): void {
  for (const fresh of projects) if (!sent.has(fresh)) answer({ fresh });
  sent = new Set(projects);
}

function answer(message: PictureAnswer): void {
  parentPort?.postMessage(message);
}
