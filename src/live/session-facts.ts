import { join } from 'node:path';
import { liveFolder } from '../delivery/journal/entry.ts';
import { hashText } from '../shared/hash.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import { appendLines, sizeOf } from './append-line.ts';

/**
 * One thing that happened in a session. No command is kept, because one may hold a secret: only which of the watched ones it was, and
 * the files it wrote.
 */
export interface Fact {
  /** The id of the call. */
  id?: string;
  /** The subagent. */
  thread?: string;
  /** The file that was read, as an absolute path. */
  read?: string;
  /** The file that was edited or written, likewise. */
  edited?: string;
  /** Watched commands that were run. */
  ran?: readonly string[];
  /** Files that a command may have written, relative to the repository; `*` stands for any. */
  wrote?: readonly string[];
  /** The call failed: what its other facts say did not happen. */
  failed?: true;
  /** The call ended, whichever way. */
  ended?: true;
  /** The id of the lesson that the call was rewritten by. */
  rewrote?: string;
  /** Ids of lessons that were wrong about a call: they stopped what went well, or rewrote what then failed. */
  undone?: readonly string[];
  /**
   * The session started, the conversation was compacted, it was taken up again by a client that forgets then what hooks said at the start,
   * its first prompt since came, or a turn ended.
   */
  event?: 'start' | 'compact' | 'forgot' | 'prompt' | 'stop';
  /** Ids of lessons that were shown about a call. */
  told?: readonly string[];
  /** Ids of lessons that were told when the session started. */
  opened?: readonly string[];
  /** The program of a failure that recurs without a lesson, once the agent was told so; and that it was told to save what made it work. */
  unsolved?: string;
  solved?: true;
  /** What the agent was told that could be kept, as a hash. */
  asked?: string;
  /** Ids of lessons that were followed by a call that went well. */
  helped?: readonly string[];
}

/** A session that did more than this is no longer followed: 10,000 calls. What is asked of it cannot be decided then. */
const MOST_BYTES = 1024 * 1024;

/** What hooks wrote down about one session. */
export class SessionFacts {
  readonly path: string;
  #facts: readonly Fact[] | undefined;

  constructor(dataDir: string, agent: string, session: string) {
    this.path = join(sessionsFolder(dataDir), `${hashText(`${agent} ${session}`)}.ndjson`);
  }

  /** Everything, in order. A line that was cut says nothing. */
  get all(): readonly Fact[] {
    this.#facts ??= readLines(this.path);
    return this.#facts;
  }

  /** Whether everything since the session started is known. */
  get isComplete(): boolean {
    return this.all[0]?.event === 'start' && !this.isFull;
  }

  /** Whether the session did more than is followed. */
  get isFull(): boolean {
    return sizeOf(this.path) > MOST_BYTES;
  }

  /** Ids of lessons that were shown to the conversation or the subagent. */
  told(thread: string | undefined): Set<string> {
    return new Set(this.all.filter((fact) => fact.thread === thread).flatMap(({ told = [] }) => told));
  }

  /** Ids of lessons that the model still has: said about calls since the conversation was compacted, or at its start since that was kept. */
  inContext(thread: string | undefined): Set<string> {
    const told = this.#since(thread, COMPACTED).flatMap(({ told = [] }) => told);
    const opened = this.#since(thread, FORGOTTEN).flatMap(({ opened = [] }) => opened);
    return new Set([...told, ...opened]);
  }

  /** Whether the model has had a prompt with what belongs to the first one. */
  get isPrompted(): boolean {
    return this.#since(undefined, FORGOTTEN).some(({ event }) => event === 'prompt');
  }

  #since(thread: string | undefined, events: ReadonlySet<Fact['event']>): Fact[] {
    const last = this.all.findLastIndex(({ event }) => events.has(event));
    return this.all.slice(last + 1).filter((fact) => fact.thread === thread);
  }

  /** Adds what happened; says whether it could. Of a session that is full only what was shown is still noted, so that it is not said again. */
  add(...facts: Fact[]): boolean {
    const kept = this.isFull ? facts.filter(({ told, undone }) => told || undone) : facts;
    return kept.length === 0 || appendLines(this.path, kept);
  }
}

/** Events after which the model has no longer what was said about calls, and what was said at the start. */
const COMPACTED: ReadonlySet<Fact['event']> = new Set(['compact']);
const FORGOTTEN: ReadonlySet<Fact['event']> = new Set(['compact', 'forgot']);

/** The folder with a file for each session. */
export function sessionsFolder(dataDir: string): string {
  return join(liveFolder(dataDir), 'sessions');
}

function readLines(path: string): Fact[] {
  let text = '';
  try {
    // Advice is bounded by the number of lessons, so a file cannot grow much beyond the limit; if it did, it is not ours.
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
