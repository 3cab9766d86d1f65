import { writeSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnFolders } from '../shared/folders.ts';
import { respond } from './respond.ts';
import { readJson } from './stdin.ts';

/** The exports of the hook's bundle for the file that starts it. */
export interface HookProgram {
  /** Answers one event and ends the process. */
  runHook(start: HookStart): void;
}

/** Facts that are known before an event is read. */
export interface HookStart {
  home: string;
  folders: OwnFolders;
  /** The folder of this program. */
  programs: string;
  /** Whether the compiled code is already stored. */
  hasCode: boolean;
  /** Stores the compiled code for the next start. */
  keepCode(): void;
}

/** An event carries at most one tool's input and output; larger input is not an event. */
const MAX_BYTES = 10 * 1024 * 1024;

/** An agent that never closes the pipe must not wait for the hook. */
const DEADLINE_MS = 2_000;

/** The end of a turn may wait for the lessons of the turn; see `stop.ts`. */
const STOP_DEADLINE_MS = 4_500;

/** Reads an event from stdin, prints the answer, if any, and ends the process. */
export async function runHook({ home, folders, programs, hasCode, keepCode }: HookStart): Promise<void> {
  let isReading = false;
  const [, , event, agent] = process.argv;
  setTimeout(() => giveUp(isReading), event === 'stop' ? STOP_DEADLINE_MS : DEADLINE_MS).unref();
  const fields = await readJson(0, MAX_BYTES, (isWaiting) => {
    isReading = isWaiting;
  });
  const { env } = process;
  const place = { env, home, folders, programs, cwd: process.cwd(), now: readNow(env.HARDWON_NOW) };
  const answer = fields === undefined ? undefined : await respond(event, agent, fields, place);
  // Not through process.stdout, which would take 2 ms to set up; an answer fits into any pipe.
  if (answer) writeSync(1, answer);
  // There is time for it when a session starts, once for each release.
  if (event === 'session-start' && !hasCode) {
    const { warmUp } = await import('./warm-up.ts');
    await warmUp(join(folders.cache, 'live', `warm-up.${process.pid}`), place.now);
    keepCode();
  }
  process.exit(0);
}

/**
 * Ends the process even while it reads: Node waits for a read from a pipe before it exits, and an agent that sends nothing would
 * block it forever.
 */
function giveUp(isReading: boolean): void {
  if (isReading) process.kill(process.pid, 'SIGKILL');
  process.exit(0);
}

/** Returns the current time; tests set it, as they do for the command line. */
function readNow(text: string | undefined): Date {
  const given = new Date(text ?? Number.NaN);
  return Number.isNaN(given.getTime()) ? new Date() : given;
}
