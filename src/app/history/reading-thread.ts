import { parentPort, workerData } from 'node:worker_threads';
import type { LogFile } from '../../agents/agent.ts';
import { agents } from '../../agents/registry.ts';
import { lazyRedactor } from '../../sessions/lazy-redactor.ts';
import { MOST_PARTS, type ThreadAnswer, type ThreadData, type ThreadOrder } from '../../sessions/reading-threads.ts';
import { redactPart } from '../../sessions/redact-part.ts';

/** The script of a thread that reads files: it handles its input in order, one part at a time. */
const { allowed } = workerData as ThreadData;
const redact = lazyRedactor(allowed);
let last: Promise<void> = Promise.resolve();
/** Parts received but not yet processed. */
let ahead = 0;
let wake: (() => void) | undefined;

parentPort?.on('message', (order: ThreadOrder) => {
  if ('taken' in order) {
    ahead -= 1;
    wake?.();
  } else {
    last = last.then(() => read(order.number, order.agent, order.file));
  }
});

async function read(number: number, name: string, file: LogFile): Promise<void> {
  try {
    const agent = agents.find((candidate) => candidate.name === name);
    if (!agent) throw new Error(`${name} is not known here`);
    const end = await agent.read(file, 0, [], async (part) => {
      const redacted = await redactPart(part, [], redact);
      while (ahead >= MOST_PARTS) await new Promise<void>((done) => (wake = done));
      ahead += 1;
      answer({ number, part: redacted });
    });
    answer({ number, end: await redactPart(end, end.sessions, redact) });
  } catch {
    // The caller then reads the file itself, and hits the error.
    answer({ number, failed: true });
  }
}

function answer(message: ThreadAnswer): void {
  parentPort?.postMessage(message);
}
