import { existsSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import type { ReadingThreads } from '../../sessions/reading-threads.ts';

/**
 * Starts threads that help to read. Returns undefined if there is little to read, if the processors are busy (threads cost a
 * tenth more processor time, with no measurable gain in that case), or if the program is not a build: a thread starts from a
 * script.
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

/** Below this size, a thread saves little more than the time to start it and to load the readers again. */
const WORTH_THREADS = 16_000_000;

/** Each thread takes about 30 MB; a third one would wait for the main thread to write. */
const MOST_THREADS = 2;
