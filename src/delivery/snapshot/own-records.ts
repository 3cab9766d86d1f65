import { existsSync } from 'node:fs';
import type { Exchange, Lesson, Trigger } from '../../lessons/lesson.ts';
import { readTrigger } from '../../lessons/triggers/compile.ts';
import type { ReplayedTrigger } from '../../lessons/triggers/proven.ts';
import { hashText } from '../../shared/hash.ts';
import { Snapshot } from './layout.ts';
import type { SnapshotHeader } from './snapshot.ts';

/** A trigger in this machine's own sessions, with the result of replaying them. */
export interface MinedTrigger {
  trigger: Pick<Trigger, 'rule' | 'when'>;
  replayed: ReplayedTrigger;
  /** The exchange of words that the lesson recommends, and the guidance that says so. */
  exchange?: Exchange & { guidance: string };
}

/** The results of this machine's own sessions for a lesson. */
interface SessionRecord {
  replayed: ReplayedTrigger;
  exchange?: Exchange;
}

/** Returns the results of this machine's own sessions for a lesson. */
type OwnRecords = (lesson: Lesson) => SessionRecord | undefined;

/**
 * Returns the records of lessons that were just mined, by fingerprint. A trigger that a person has changed has none, and a
 * changed guidance exchanges nothing.
 */
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

/** Returns the records of the last snapshot, for a change of memory that reads no sessions: no lesson loses its proof by that. */
export function keptRecords(path: string): OwnRecords {
  const kept = new Map<string, SessionRecord>();
  try {
    const snapshot = existsSync(path) ? new Snapshot(path) : undefined;
    for (const { id, hash, rule, conditions = [], replayed, exchange } of snapshot?.lessons([
      ...Array(snapshot.count).keys(),
    ]) ?? [])
      if (replayed) kept.set(keyOf(id, hash, rule, conditions), { replayed, exchange });
    snapshot?.close();
  } catch {
    // A corrupt one, which is about to be replaced.
  }
  return ({ id, guidance, trigger }) => {
    const parsed = trigger && readTrigger(trigger);
    return parsed && kept.get(keyOf(id, hashText(guidance), parsed.rule, parsed.conditions));
  };
}

/** Returns what the last snapshot knows of recurring failures without a lesson. */
export function keptFacts(path: string): Pick<SnapshotHeader, 'unsolved' | 'unexplained'> {
  try {
    const snapshot = existsSync(path) ? new Snapshot(path) : undefined;
    snapshot?.close();
    return { unsolved: snapshot?.header.unsolved ?? [], unexplained: snapshot?.header.unexplained };
  } catch {
    return { unsolved: [] };
  }
}

function keyOf(...parts: unknown[]): string {
  return JSON.stringify(parts);
}
