import { join } from 'node:path';
import { liveFolder } from '../delivery/journal/entry.ts';
import { hashText } from '../shared/hash.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import { appendLines, sizeOf } from './append-line.ts';

/**
 * One event of a session. Commands are not kept, because one may contain a secret: only which of the watched commands it was, and
 * the files it wrote.
 */
export interface Fact {
  /** The id of the call. */
  id?: string;
  /** The subagent. */
  thread?: string;
  /** The file that was read, as an absolute path. */
  read?: string;
  /** The file that was edited or written, as an absolute path. */
  edited?: string;
  /** Watched commands that were run. */
  ran?: readonly string[];
  /** Files that a command may have written, relative to the repository; `*` stands for any. */
  wrote?: readonly string[];
  /** Set if the call failed: the events in its other facts did not happen. */
  failed?: true;
  /** Set if the call ended, with any outcome. */
  ended?: true;
  /** The id of the lesson that rewrote the call. */
  rewrote?: string;
  /** Ids of lessons that were wrong about a call: they stopped one that succeeded, or rewrote one that then failed. */
  undone?: readonly string[];
  /**
   * The session started, the conversation was compacted, it was resumed by a client that then forgets the output of hooks at the
   * start, its first prompt since then arrived, or a turn ended.
   */
  event?: 'start' | 'compact' | 'forgot' | 'prompt' | 'stop';
  /** Ids of lessons that were shown about a call. */
  told?: readonly string[];
  /** Ids of lessons that were shown when the session started. */
  opened?: readonly string[];
  /**
   * The program of a failure that recurs without a lesson, once the agent was told about it; and whether the agent was told to
   * save the fix.
   */
  unsolved?: string;
  solved?: true;
  /** The hash of the lessons that the agent was asked to keep. */
  asked?: string;
}

/** A session with more records than this, 10,000 calls, is no longer followed. Then conditions on it cannot be decided. */
const MOST_BYTES = 1024 * 1024;

/** The records of hooks about one session. */
export class ObservedFacts {
  readonly path: string;
  #facts: readonly Fact[] | undefined;

  constructor(dataDir: string, agent: string, session: string) {
    this.path = join(sessionsFolder(dataDir), `${hashText(`${agent} ${session}`)}.ndjson`);
  }

  /** All facts, in order. A line that was cut off is ignored. */
  get all(): readonly Fact[] {
    this.#facts ??= readLines(this.path);
    return this.#facts;
  }

  /** Whether everything since the start of the session is known. */
  get isComplete(): boolean {
    return this.all[0]?.event === 'start' && !this.isFull;
  }

  /** Whether the session has more records than are followed. */
  get isFull(): boolean {
    return sizeOf(this.path) > MOST_BYTES;
  }

  /** Returns the ids of lessons that were shown to the conversation or the subagent. */
  told(thread: string | undefined): Set<string> {
    return new Set(this.all.filter((fact) => fact.thread === thread).flatMap(({ told = [] }) => told));
  }

  /**
   * Returns the ids of lessons that the model still has: shown about calls since the last compaction, or at the start since that
   * text was last lost.
   */
  inContext(thread: string | undefined): Set<string> {
    const told = this.#since(thread, COMPACTED).flatMap(({ told = [] }) => told);
    const opened = this.#since(thread, FORGOTTEN).flatMap(({ opened = [] }) => opened);
    return new Set([...told, ...opened]);
  }

  /** Whether the model has had a prompt with the text for the first one. */
  get isPrompted(): boolean {
    return this.#since(undefined, FORGOTTEN).some(({ event }) => event === 'prompt');
  }

  #since(thread: string | undefined, events: ReadonlySet<Fact['event']>): Fact[] {
    const last = this.all.findLastIndex(({ event }) => events.has(event));
    return this.all.slice(last + 1).filter((fact) => fact.thread === thread);
  }

  /**
   * Adds facts; returns whether it could. For a full session only what was shown is still recorded, so that it is not shown
   * again.
   */
  add(...facts: Fact[]): boolean {
    const kept = this.isFull ? facts.filter(({ told, undone }) => told || undone) : facts;
    return kept.length === 0 || appendLines(this.path, kept);
  }
}

/** Events after which the model no longer has what was said about calls, and what was said at the start. */
const COMPACTED: ReadonlySet<Fact['event']> = new Set(['compact']);
const FORGOTTEN: ReadonlySet<Fact['event']> = new Set(['compact', 'forgot']);

/** Returns the folder with a file for each session. */
export function sessionsFolder(dataDir: string): string {
  return join(liveFolder(dataDir), 'sessions');
}

function readLines(path: string): Fact[] {
  let text = '';
  try {
    // Advice is bounded by the number of lessons, so a file cannot grow much beyond the limit; a larger file is not ours.
    const size = sizeOf(path);
    if (size > 0) text = readRegularSync(path, MOST_BYTES * 2).toString('utf8');
  } catch {}
  return text.split('\n').flatMap((line) => {
    try {
      const fact: unknown = JSON.parse(line);
      return typeof fact === 'object' && fact !== null ? [fact as Fact] : [];
    } catch {
      return [];
    }
  });
}
