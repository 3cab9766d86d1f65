import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeTextFile } from '../shared/files.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import { teamFolder } from './machine.ts';
import type { OwnRow } from './own-rows.ts';
import { rowId } from './unite-rows.ts';

/** What this machine has sent to a team. */
export interface SentState {
  schema: 1;
  /** A hash of the team's address. */
  team: string;
  /** The horizon of the database then: one that fell since was restored from a copy, and may lack rows. */
  horizon: number;
  /** The generation of the database then: once it has risen, words may be gone that only this machine still uses. */
  generation?: number;
  /** The rows as they were sent, by what identifies them. */
  rows: Record<string, OwnRow>;
  /** Ids of words, with their project. */
  words: string[];
}

/** What is to be sent, and what is done afterwards. */
interface Unsent {
  rows: OwnRow[];
  unchanged: number;
}

function sentPath(dataDir: string): string {
  return join(teamFolder(dataDir), 'sent.json');
}

/** Held by whoever sends, or forgets what was sent. */
export function sendingLock(dataDir: string): string {
  return join(teamFolder(dataDir), 'sync.lock');
}

/** Reads what was sent; if that is unknown, everything is sent again, which changes nothing. */
export function readSentRows(dataDir: string, team: string): SentState {
  try {
    const state = JSON.parse(readRegularSync(sentPath(dataDir)).toString('utf8')) as SentState;
    if (state.schema === 1 && state.team === team && typeof state.rows === 'object') return state;
  } catch {
    // Nothing was sent yet, or the file is damaged.
  }
  return { schema: 1, team, horizon: 0, rows: {}, words: [] };
}

/** Forgets what was sent, so that it is sent again if this machine takes part again. */
export function forgetSent(dataDir: string): void {
  rmSync(sentPath(dataDir), { force: true });
}

/** Records what was sent. */
export async function writeSent(dataDir: string, state: SentState): Promise<void> {
  await writeTextFile(sentPath(dataDir), `${JSON.stringify(state)}\n`, { mode: 0o600 });
}

/**
 * Compares what this machine has to tell with what it has sent. What it no longer finds is withdrawn, but only as far back as its
 * logs go: agents delete them after some weeks, and what they showed stays true.
 *
 * @param since the time of the oldest log of a project, in milliseconds
 */
export function compareWithSent(
  rows: readonly OwnRow[],
  sent: SentState,
  since: (project: string) => number | undefined,
  now: Date,
): Unsent {
  const present = new Map(rows.map((row) => [rowId(row), row]));
  const changed = rows.filter((row) => JSON.stringify(sent.rows[rowId(row)]) !== JSON.stringify(row));
  const gone = Object.entries(sent.rows).flatMap(([id, row]) =>
    present.has(id) ? [] : (withdraw(row, since, now) ?? []),
  );
  return { rows: [...changed, ...gone], unchanged: rows.length - changed.length };
}

function withdraw(before: OwnRow, since: (project: string) => number | undefined, now: Date): OwnRow | undefined {
  if (before.table === 'decision')
    return before.row.verdict === 'withdrawn'
      ? undefined
      : { table: 'decision', row: { ...before.row, verdict: 'withdrawn', at: now.getTime() } };
  if (before.table !== 'seen' || before.row.occurrences === 0) return undefined;
  const oldest = since(before.row.project);
  if (oldest === undefined || oldest > before.row.last_at) return undefined;
  const none = { occurrences: 0, sessions: 0, failed: 0, succeeded: 0, wasted_calls: 0, wasted_minutes: 0 };
  return { table: 'seen', row: { ...before.row, ...none } };
}
