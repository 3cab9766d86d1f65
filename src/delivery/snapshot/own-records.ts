import { existsSync } from 'node:fs';
import type { Exchange, Lesson, Trigger } from '../../lessons/lesson.ts';
import { readTrigger } from '../../lessons/triggers/compile.ts';
import type { ReplayedTrigger } from '../../lessons/triggers/proven.ts';
import { hashText } from '../../shared/hash.ts';
import { Snapshot } from './layout.ts';
import type { UnsolvedNote } from './snapshot.ts';

/** A trigger as this machine's own sessions have it, with what a replay of them says of it. */
export interface MinedTrigger {
  trigger: Pick<Trigger, 'rule' | 'when'>;
  replayed: ReplayedTrigger;
  /** What the lesson exchanges for what, and the words that say so. */
  exchange?: Exchange & { guidance: string };
}

/** What this machine's own sessions say of a lesson. */
export interface SessionRecord {
  replayed: ReplayedTrigger;
  exchange?: Exchange;
}

/** What this machine's own sessions say of lessons. */
export type OwnRecords = (lesson: Lesson) => SessionRecord | undefined;

/** The records of lessons that were just mined, by fingerprint. A trigger that a person has changed has none, and other words exchange nothing. */
export function minedRecords(mined: ReadonlyMap<string, MinedTrigger>): OwnRecords {
  return ({ fingerprint, trigger, guidance }) => {
    const known = mined.get(fingerprint);
    const isSame = known && trigger && known.trigger.rule === trigger.rule && known.trigger.when === trigger.when;
    if (!isSame) return undefined;
    const { replayed, exchange } = known;
    if (exchange?.guidance !== guidance) return { replayed };
    return { replayed, exchange: { wrong: exchange.wrong, right: exchange.right } };
  };
}

/** The records that the last snapshot had, for a change of memory that reads no sessions: no lesson loses what it has proven by that. */
export function keptRecords(path: string): OwnRecords {
  const kept = new Map<string, SessionRecord>();
  try {
    const snapshot = existsSync(path) ? new Snapshot(path) : undefined;
    for (const { id, hash, rule, conditions = [], replayed, exchange } of snapshot?.lessons([...Array(snapshot.count).keys()]) ??
      [])
      if (replayed) kept.set(keyOf(id, hash, rule, conditions), { replayed, ...(exchange ? { exchange } : {}) });
    snapshot?.close();
  } catch {
    // A broken one, which is about to be replaced.
  }
  return ({ id, guidance, trigger }) => {
    const parsed = trigger && readTrigger(trigger);
    return parsed && kept.get(keyOf(id, hashText(guidance), parsed.rule, parsed.conditions));
  };
}

/** The failures that the last snapshot had as recurring without a lesson. */
export function keptUnsolved(path: string): readonly UnsolvedNote[] {
  try {
    const snapshot = existsSync(path) ? new Snapshot(path) : undefined;
    snapshot?.close();
    return snapshot?.header.unsolved ?? [];
  } catch {
    return [];
  }
}

function keyOf(...parts: unknown[]): string {
  return JSON.stringify(parts);
}
