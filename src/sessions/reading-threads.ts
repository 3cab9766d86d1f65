import type { LogFile, ReadPart, ReadResult } from '../agents/agent.ts';
import type { RedactedValue } from '../redaction/redacted.ts';

/**
 * Threads that read and redact files while the main thread reads others and writes. They deliver calls in file order; the files
 * are processed in the order of the plan, so that the index is the same with and without threads.
 */
export interface ReadingThreads {
  /** Number of threads besides the main one. */
  readonly count: number;
  /** Gives a file to the least busy thread; returns undefined if all are busy enough. */
  offer(agent: string, file: LogFile): ThreadReading | undefined;
}

/** A file that a thread reads. */
export interface ThreadReading {
  /**
   * Processes the parts as they arrive, and returns the end; undefined if the thread failed: the file must then be read again.
   * While there is nothing to process, `meanwhile` does other work, as long as it returns true.
   */
  follow(
    take: (part: RedactedValue<ReadPart>) => Promise<void>,
    meanwhile: () => Promise<boolean>,
  ): Promise<RedactedValue<ReadResult> | undefined>;
}
