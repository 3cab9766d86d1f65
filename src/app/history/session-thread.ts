import { parentPort, workerData } from 'node:worker_threads';
import type { LogFile } from '../../agents/agent.ts';
import { agents } from '../../agents/registry.ts';
import { lazyRedactor } from '../../sessions/lazy-redactor.ts';
import { redactPart } from '../../sessions/redact-part.ts';
import {
  type MiningAnswer,
  type MiningRequest,
  MOST_PARTS,
  type ReplayAnswer,
  type ReplayRequest,
  type ThreadAnswer,
  type ThreadData,
  type ThreadOrder,
} from './session-threads.ts';

/** The script of a thread that reads files and mines sessions: it carries out its orders one after the other. */
const { allowed, index, data, home } = workerData as ThreadData;
const redact = lazyRedactor(allowed);
let last: Promise<void> = Promise.resolve();
/** Parts sent but not yet processed. */
let ahead = 0;
let wake: (() => void) | undefined;
let miner: Promise<(request: MiningRequest) => Promise<MiningAnswer>> | undefined;

parentPort?.on('message', (order: ThreadOrder) => {
  if ('taken' in order) {
    ahead -= 1;
    wake?.();
  } else {
    last = last.then(async () => {
      try {
        if ('read' in order) await read(order.number, order.read.agent, order.read.file);
        else if ('mine' in order) answer({ number: order.number, mined: await mine(order.mine) });
        else answer({ number: order.number, replayed: await replay(order.number, order.replay) });
      } catch {
        // The main thread then does the work itself, and hits the error.
        answer({ number: order.number, failed: true });
      }
    });
  }
});

async function read(number: number, name: string, file: LogFile): Promise<void> {
  const agent = agents.find((candidate) => candidate.name === name);
  if (!agent) throw new Error(`${name} is not known here`);
  const end = await agent.read(file, 0, [], async (part) => {
    const redacted = await redactPart(part, [], redact);
    while (ahead >= MOST_PARTS) await new Promise<void>((done) => (wake = done));
    ahead += 1;
    answer({ number, part: redacted });
  });
  answer({ number, end: await redactPart(end, end.sessions, redact) });
}

async function mine(request: MiningRequest): Promise<MiningAnswer> {
  // Loaded here, because a thread that only reads needs neither the index nor the miner.
  miner ??= import('./mine-in-thread.ts').then(({ openMiner }) => openMiner(index, data, home));
  return (await miner)(request);
}

async function replay(number: number, request: ReplayRequest): Promise<ReplayAnswer> {
  const { replayInThread } = await import('../backtest/replay-in-thread.ts');
  return replayInThread(request, () => answer({ number, session: true }));
}

function answer(message: ThreadAnswer): void {
  parentPort?.postMessage(message);
}
