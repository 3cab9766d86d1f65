import { rmSync } from 'node:fs';
import type { ShownAs } from '../delivery/journal/entry.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import { appendLines, sizeOf } from './append-line.ts';
import type { CallMarks } from './call-marks.ts';

/** A lesson that was shown, until its effect is known. */
export interface FollowUp extends CallMarks {
  lesson: string;
  as: Exclude<ShownAs, 'asked' | 'session-start'>;
  /** The tool it was about, by the agent's name. */
  tool: string;
  thread?: string;
  /** The call that it was shown with. */
  call: string;
  /** Code of the lesson that this call lacked. */
  advised: readonly string[];
  /** Set if the lesson is about the text of an error: that a call matches its rule shows nothing. */
  isAboutError?: true;
  /** Set if the lesson depends on what was done before: the same call may be right later. */
  hasConditions?: true;
  /**
   * `shown`: the outcome of that call shows whether the lesson was right. `waiting`: the next such calls show whether it is
   * followed. `repeated` and `followed`: the outcome of the call `next` shows the rest.
   */
  stage: 'shown' | 'waiting' | 'repeated' | 'followed';
  next?: string;
  /** Number of further calls of the tool that are checked. */
  left: number;
}

/** A session with more follow-ups than this is no longer followed. */
const MOST_BYTES = 256 * 1024;

/**
 * The follow-ups of a session. They are in one file next to its facts, which exists only while there is something to wait for.
 * Lines are appended, never changed, because hooks of parallel calls write at the same time: the last line about a shown lesson
 * counts.
 */
export class FollowUps {
  readonly #path: string;

  constructor(factsPath: string) {
    this.#path = factsPath.replace(/\.ndjson$/, '.waiting.ndjson');
  }

  /** Returns all open follow-ups of this thread, in order. */
  list(thread: string | undefined): FollowUp[] {
    return [...this.#read().values()].filter((followUp) => followUp.thread === thread && followUp.left > 0);
  }

  /** Opens or updates these follow-ups. */
  keep(...followUps: readonly FollowUp[]): void {
    if (followUps.length > 0 && sizeOf(this.#path) < MOST_BYTES) appendLines(this.#path, followUps);
  }

  /** Closes these follow-ups. */
  end(...followUps: readonly FollowUp[]): void {
    if (followUps.length === 0) return;
    const open = this.#read();
    for (const followUp of followUps) open.delete(keyOf(followUp));
    if (![...open.values()].some(({ left }) => left > 0)) this.#forget();
    else
      appendLines(
        this.#path,
        followUps.map((followUp) => ({ ...followUp, left: 0 })),
      );
  }

  #read(): Map<string, FollowUp> {
    const open = new Map<string, FollowUp>();
    try {
      // Usually there is none, and an error takes longer than a check.
      if (sizeOf(this.#path) === 0) return open;
      for (const line of readRegularSync(this.#path).toString('utf8').split('\n')) {
        const followUp = parse(line);
        if (followUp) open.set(keyOf(followUp), followUp);
      }
    } catch {}
    return open;
  }

  #forget(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {}
  }
}

function keyOf({ lesson, call, thread = '' }: FollowUp): string {
  return `${thread}\n${call}\n${lesson}`;
}

/** Parses a line; returns undefined for one that was cut off, or is of another release. */
function parse(line: string): FollowUp | undefined {
  if (line === '') return undefined;
  try {
    const value = JSON.parse(line) as FollowUp | null;
    const isWhole = Array.isArray(value?.words) && Array.isArray(value.advised) && typeof value.left === 'number';
    return value && isWhole ? value : undefined;
  } catch {
    return undefined;
  }
}
