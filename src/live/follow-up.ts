import { rmSync } from 'node:fs';
import type { ShownAs } from '../delivery/journal/entry.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import { appendLines, sizeOf } from './append-line.ts';
import type { CallMarks } from './call-marks.ts';

/** A lesson that was shown, until it is known what came of it. */
export interface FollowUp extends CallMarks {
  lesson: string;
  as: Exclude<ShownAs, 'asked' | 'session-start'>;
  /** The tool it was about, by the agent's name. */
  tool: string;
  thread?: string;
  /** The call that it was shown with. */
  call: string;
  /** Code of the lesson that this call had not. */
  advised: readonly string[];
  /** The lesson is about what an error says: that a call matches its rule says nothing. */
  isAboutError?: true;
  /** The lesson asks what was done before: the same call may be right later. */
  hasConditions?: true;
  /**
   * `shown`: how that call ends tells whether the lesson was right. `waiting`: the next such calls tell whether it is followed. `repeated`
   * and `followed`: how the call `next` ends tells the rest.
   */
  stage: 'shown' | 'waiting' | 'repeated' | 'followed';
  next?: string;
  /** Calls of the tool that are still looked at. */
  left: number;
}

/** A session in which more is waited for than this is not followed any more. */
const MOST_BYTES = 256 * 1024;

/**
 * What a session still waits for. One file beside its facts, there only while there is something to wait for. Lines are added, never
 * changed, because hooks of parallel calls write at the same time: the last one about a showing counts.
 */
export class FollowUps {
  readonly #path: string;

  constructor(factsPath: string) {
    this.#path = factsPath.replace(/\.ndjson$/, '.waiting.ndjson');
  }

  /** Everything that is waited for in this thread, in order. */
  list(thread: string | undefined): FollowUp[] {
    return [...this.#read().values()].filter((followUp) => followUp.thread === thread && followUp.left > 0);
  }

  /** Waits for these, or goes on with waiting. */
  keep(...followUps: readonly FollowUp[]): void {
    if (followUps.length > 0 && sizeOf(this.#path) < MOST_BYTES) appendLines(this.#path, followUps);
  }

  /** Waits for these no longer. */
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
      // Mostly there is none, and an error takes longer than a look.
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

/** A line that was cut, or is of another release, says nothing. */
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
