import { findEntryBlock } from '../../memory/blocks.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { isBroken, readLesson } from '../../memory/entry-lesson.ts';
import type { Memory } from '../../memory/memory.ts';
import type { LikeAnother } from '../../memory/similar-note.ts';
import type { Tombstone } from '../../memory/tombstones.ts';
import { scopesTouch } from './conflict.ts';
import type { Proposal } from './proposal.ts';
import { compareLessons, type Likeness } from './text/likeness.ts';

/** The existing lessons that resemble a proposal. */
export interface Known {
  /** The same lesson: the proposal says nothing new. */
  same?: MemoryEntry;
  /** A similar lesson. Whether the two are the same is for a person to decide. */
  similar?: MemoryEntry;
  /** Whether the similar lesson is probably the same. */
  isProbable?: boolean;
}

/**
 * Finds the lesson that a proposal repeats: equal guidance, overlapping scope and the same kind. Everything else is merely
 * similar, because a new entry that refers to the other one does less harm than losing the words of the proposal.
 */
export function findSame(memory: Memory, proposal: Proposal): Known {
  const rated = memory.entries.map((entry): [MemoryEntry, Likeness] => [entry, rate(memory, entry, proposal)]);
  const find = (wanted: Likeness) => rated.find(([, likeness]) => likeness === wanted)?.[0];
  const same = find('equal');
  if (same) return { same };
  const probable = find('same');
  if (probable) return { similar: probable, isProbable: true };
  const similar = find('alike');
  return similar ? { similar } : {};
}

/** Finds the tombstone of the lesson that a proposal repeats. */
export function findBuried(memory: Memory, proposal: Proposal): Tombstone | undefined {
  const { stones, document } = memory.graveyard;
  for (const block of document.blocks) {
    if (block.type !== 'entry') continue;
    const lesson = readLesson(block, 1);
    if (isBroken(lesson) || !scopesTouch(lesson.scope, proposal.scope)) continue;
    if (compareLessons(lesson, proposal) === 'equal') return stones.find((stone) => stone.id === lesson.id);
  }
  return undefined;
}

/**
 * Finds a rejected lesson that a proposal probably repeats in other words. Because only a person can decide whether they are the
 * same, the proposal is not refused; but agents must not be told before that decision.
 */
export function findRejectedLike(memory: Memory, proposal: Proposal): LikeAnother | undefined {
  const { stones, document } = memory.graveyard;
  for (const block of document.blocks) {
    if (block.type !== 'entry') continue;
    const lesson = readLesson(block, 1);
    if (isBroken(lesson) || !scopesTouch(lesson.scope, proposal.scope)) continue;
    const stone = stones.find(({ id, departure }) => id === lesson.id && departure === 'rejected');
    // A merged lesson lives on in another one.
    if (!stone || stone.reason.startsWith('merged into ')) continue;
    if (compareLessons(lesson, proposal) === 'same') return { id: stone.id, rejectedOn: stone.day };
  }
  return undefined;
}

function rate(memory: Memory, entry: MemoryEntry, proposal: Proposal): Likeness {
  const likeness = compareLessons(entry, proposal);
  if (likeness !== 'equal' && likeness !== 'same') return likeness;
  return scopesTouch(entry.scope, proposal.scope) && isOfKind(memory, entry, proposal) ? likeness : 'alike';
}

/** Whether an entry can be of the proposal's kind; an entry without a kind can be of any. */
function isOfKind(memory: Memory, entry: MemoryEntry, { kind, guidance }: Proposal): boolean {
  const isTold = findEntryBlock(memory, entry.id)?.fields.some(({ name }) => name.toLowerCase() === 'kind') ?? false;
  return kind === undefined || !isTold || entry.kind === kind || entry.guidance === guidance;
}
