import { editEntry } from '../../memory/blocks.ts';
import { setField } from '../../memory/edit-entry.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { encodeScope } from '../../memory/field-values.ts';
import { type Memory, memoryOption } from '../../memory/memory.ts';
import { updateEntry } from '../../memory/write-entry.ts';
import { AppError } from '../../shared/errors.ts';
import { requireEntry } from '../entries.ts';
import { takeOut } from '../judge-entry.ts';
import { atLeast } from './captured.ts';
import { contradictedBy, unmark } from './conflict.ts';

/** A lesson, and the lessons that it may contradict. */
export interface Dispute {
  lesson: MemoryEntry;
  others: MemoryEntry[];
}

/** The decision that settles a conflict. */
export type ConflictDecision =
  /** This lesson is right; those that contradict it are removed. */
  | { keep: string }
  /** This lesson is wrong and is removed. */
  | { drop: string }
  /** Both are right; the scopes may say where each applies. */
  | { both: true; scopes: ReadonlyMap<string, readonly string[]> };

/** Lists every pair of lessons that may contradict each other once, with the older one first. */
export function listDisputes(memory: Memory): Dispute[] {
  return memory.entries.flatMap((lesson) => {
    const others = othersOf(memory, lesson).filter((other) => other.line > lesson.line);
    return others.length > 0 ? [{ lesson, others }] : [];
  });
}

/** Returns a lesson with those that it may contradict; throws if there are none. */
export function requireDispute(memory: Memory, id: string): Dispute {
  const lesson = requireEntry(memory, id);
  if (lesson.conflict === undefined)
    throw new AppError('not-found', `${lesson.id} contradicts nothing.`, {
      hint: `hardwon resolve${memoryOption(memory)} lists the conflicts there are.`,
    });
  return { lesson, others: othersOf(memory, lesson) };
}

/** Settles the conflict of a lesson. A removed lesson leaves a tombstone; a remaining one is no longer held back. */
export function settleConflict(
  memory: Memory,
  id: string,
  decision: ConflictDecision,
  now: Date,
): { memory: Memory; dropped: string[] } {
  const { lesson, others } = requireDispute(memory, id);
  const parties = [lesson, ...others].map((entry) => entry.id);
  if ('both' in decision) return { memory: keepBoth(memory, parties, decision.scopes), dropped: [] };
  const named = requireParty(memory, 'keep' in decision ? decision.keep : decision.drop, parties);
  const dropped = 'keep' in decision ? contradictedBy(named).filter((other) => parties.includes(other)) : [named.id];
  const reason =
    'keep' in decision ? `${named.id} says the opposite, and is right` : 'settled: another lesson says the opposite';
  const kept = memory.entries.filter(({ id: other, conflict }) => !dropped.includes(other) && conflict !== undefined);
  const unmarked = [...kept.map((entry) => entry.id), ...dropped].reduce(
    (changed, party) => unmark(changed, party, dropped.includes(party) ? parties : dropped),
    memory,
  );
  const left = takeOut(
    unmarked,
    dropped.map((gone) => ({ id: gone, departure: 'rejected', reason })),
    now,
  );
  const freed = kept
    .filter((entry) => contradictedBy(entry).some((other) => dropped.includes(other)))
    .reduce((changed, entry) => release(changed, entry.id), left);
  return { memory: 'keep' in decision ? vouchFor(freed, named.id) : freed, dropped };
}

function keepBoth(memory: Memory, parties: readonly string[], scopes: ReadonlyMap<string, readonly string[]>): Memory {
  for (const id of scopes.keys()) requireParty(memory, id, parties);
  return parties.reduce((changed, id) => {
    const scope = scopes.get(id);
    const narrowed = scope
      ? editEntry(changed, id, (block, eol) => setField(block, 'Scope', encodeScope(scope), eol))
      : changed;
    return release(unmark(narrowed, id, parties), id);
  }, memory);
}

function othersOf(memory: Memory, lesson: MemoryEntry): MemoryEntry[] {
  const ids = contradictedBy(lesson);
  return memory.entries.filter((entry) => ids.includes(entry.id));
}

function requireParty(memory: Memory, id: string, parties: readonly string[]): MemoryEntry {
  const entry = requireEntry(memory, id);
  if (parties.includes(entry.id)) return entry;
  throw new AppError('usage', `${entry.id} is not part of this conflict.`, {
    hint: `These are: ${parties.join(', ')}.`,
  });
}

/** Releases a lesson that was held back by its conflict: its status follows from its confidence again. */
function release(memory: Memory, id: string): Memory {
  const entry = requireEntry(memory, id);
  if (entry.conflict !== undefined || entry.status !== 'watching') return memory;
  return editEntry(memory, id, (block, eol) =>
    block.fields.some(({ name }) => name === 'Written') ? block : setField(block, 'Status', undefined, eol),
  );
}

/** Marks a lesson that a person chose: at least medium confidence, and ready. */
function vouchFor(memory: Memory, id: string): Memory {
  const entry = requireEntry(memory, id);
  if (entry.conflict !== undefined || entry.status === 'retired') return memory;
  const after = { ...entry, confidence: atLeast(entry.confidence, 'medium'), status: 'ready' as const };
  return editEntry(memory, id, (block, eol) =>
    block.fields.some(({ name }) => name === 'Written')
      ? updateEntry(block, entry, after, eol)
      : setField(block, 'Confidence', after.confidence, eol),
  );
}
