import { existsSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import type { ReadingThreads } from '../../sessions/reading-threads.ts';

/**
 * Threads that help to read; none where there is little to read, where the processors have enough to do (threads cost a tenth more
 * processor time, and gained nothing there that could be told from noise), or where the program is not a build: a thread starts from a script.
 */
export async function startReadingThreads(bytes: number, allowed: readonly string[]): Promise<ReadingThreads | undefined> {
  const [load = 0] = loadavg();
  const processors = availableParallelism();
  const count = load < processors ? Math.min(MOST_THREADS, processors - 1) : 0;
  const script = new URL('reading-thread.mjs', import.meta.url);
  if (bytes < WORTH_THREADS || count === 0 || !existsSync(script)) return undefined;
  const { ReadingThreads } = await import('../../sessions/reading-threads.ts');
  return new ReadingThreads(script, count, { allowed });
}

/** Below this, what a thread saves is little more than what it takes to start it and to load the readers again. */
const WORTH_THREADS = 16_000_000;

/** Each takes some 30 MB; a third one would wait for what the main thread writes. */
const MOST_THREADS = 2;
