import { findEntryBlock } from '../../memory/blocks.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { isBroken, readLesson } from '../../memory/entry-lesson.ts';
import type { Memory } from '../../memory/memory.ts';
import type { LikeAnother } from '../../memory/similar-note.ts';
import type { Tombstone } from '../../memory/tombstones.ts';
import { scopesTouch } from './conflict.ts';
import type { Proposal } from './proposal.ts';
import { compareLessons, type Likeness } from './text/likeness.ts';

/** What memory knows that is like a proposal. */
export interface Known {
  /** The same lesson: nothing that the proposal says is new. */
  same?: MemoryEntry;
  /** One that is like it. Whether they are one is for a person to say. */
  similar?: MemoryEntry;
  /** It is probably the same one. */
  isProbable?: boolean;
}

/**
 * Finds the lesson that a proposal repeats: its guidance is equal, its scope overlaps, and it is of the same kind. All else is only
 * similar: a new entry that names the other one does less harm than words that are in no file.
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

/** The tombstone of the lesson that a proposal repeats. */
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
 * A lesson that somebody rejected and that a proposal is probably the same as, in other words. Whether it is one is for a person to say, so
 * it is not refused; but it must not be told before that.
 */
export function findRejectedLike(memory: Memory, proposal: Proposal): LikeAnother | undefined {
  const { stones, document } = memory.graveyard;
  for (const block of document.blocks) {
    if (block.type !== 'entry') continue;
    const lesson = readLesson(block, 1);
    if (isBroken(lesson) || !scopesTouch(lesson.scope, proposal.scope)) continue;
    const stone = stones.find(({ id, departure }) => id === lesson.id && departure === 'rejected');
    // One that was merged is said by another one.
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

/** Of a lesson without a kind it is not known of which it is. */
function isOfKind(memory: Memory, entry: MemoryEntry, { kind, guidance }: Proposal): boolean {
  const isTold = findEntryBlock(memory, entry.id)?.fields.some(({ name }) => name.toLowerCase() === 'kind') ?? false;
  return kind === undefined || !isTold || entry.kind === kind || entry.guidance === guidance;
}
