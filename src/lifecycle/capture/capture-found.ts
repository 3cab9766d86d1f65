import { editEntry } from '../../memory/blocks.ts';
import { setField } from '../../memory/edit-entry.ts';
import type { MemoryEntry, NewEntry } from '../../memory/entry-lesson.ts';
import { type Memory, renderMemory } from '../../memory/memory.ts';
import { mergeLessons } from '../../memory/merge.ts';
import { updateEntry } from '../../memory/write-entry.ts';
import { AppError } from '../../shared/errors.ts';
import { requireEntry } from '../entries.ts';
import { restoreEntry } from '../judge-entry.ts';
import { atLeast, type CaptureOptions, type CaptureStep, describeEntry, refuse, refuseRejected } from './captured.ts';
import { findOpposites, markConflict, markSimilar } from './conflict.ts';
import { findBuried, findRejectedLike, findSame, type Known } from './find-same.ts';
import type { Proposal } from './proposal.ts';

/**
 * Captures a lesson found in a session. Its fingerprint identifies it, so that a session counts once however often it is
 * examined. An existing lesson in a person's words that says the same takes over the fingerprint and keeps its words.
 */
export function captureFound(
  before: Memory,
  proposal: Proposal & { found: NewEntry },
  options: CaptureOptions,
): CaptureStep {
  const { found } = proposal;
  const { same, similar, isProbable } = findKnown(before, proposal, options);
  const stone = same ? undefined : findStone(before, proposal);
  if (stone?.departure === 'rejected')
    return { memory: before, captured: refuse(proposal, [refuseRejected(stone, before)]) };
  const memory = stone
    ? restoreEntry(before, stone.id, options.now).memory
    : same
      ? adopt(before, same, found.fingerprint)
      : before;
  const known = stone ? requireEntry(memory, stone.id) : same && requireEntry(memory, same.id);
  const opposites = known ? [] : findOpposites(memory, found.guidance, found.scope);
  const { isHuman, now } = options;
  const rejected = known || options.isNew ? undefined : findRejectedLike(memory, proposal);
  const lesson: NewEntry = {
    ...found,
    ...(isHuman && { confidence: atLeast(found.confidence, 'medium'), status: 'ready' }),
    ...((opposites.length > 0 || rejected) && { status: 'watching' }),
  };
  const merged = mergeLessons(memory, [{ ...lesson, fingerprint: known?.fingerprint ?? lesson.fingerprint }], now);
  const entry = merged.memory.entries.find(
    ({ fingerprint }) => fingerprint === (known?.fingerprint ?? found.fingerprint),
  );
  if (!entry)
    throw new AppError(
      'broken-file',
      `${before.path} has an entry of this lesson that cannot be read: ${found.title}`,
      {
        hint: 'hardwon learn says what is wrong with it.',
      },
    );
  const raised = known ? raise(merged.memory, known, entry, isHuman) : merged.memory;
  const marked = opposites.reduce((each, { id }) => markConflict(each, entry.id, id), raised);
  const other = rejected ?? (similar && isProbable && !known ? { id: similar.id } : undefined);
  const after = other ? markSimilar(marked, entry.id, other) : marked;
  return {
    memory: after,
    captured: {
      ...describeEntry(after, entry.id),
      action: known ? 'merge' : 'add',
      conflicts: opposites.map(({ id }) => id),
      ...(similar && !known ? { similar: similar.id } : {}),
      ...(rejected ? { rejected: rejected.id } : {}),
      ...(stone ? { revived: true } : {}),
      ...(renderMemory(after) === renderMemory(before) ? { isCounted: true } : {}),
    },
  };
}

function findKnown(
  memory: Memory,
  proposal: Proposal & { found: NewEntry },
  { isNew, mergeInto }: CaptureOptions,
): Known {
  if (mergeInto !== undefined) return { same: requireEntry(memory, mergeInto) };
  const own = memory.entries.find(({ fingerprint }) => fingerprint === proposal.found.fingerprint);
  if (own) return { same: own };
  if (isNew) return {};
  const { same, ...known } = findSame(memory, proposal);
  // Another lesson that was learned from logs has its own fingerprint.
  if (same) return isCaptured(same) ? { same } : { similar: same, isProbable: true };
  return known;
}

function findStone(memory: Memory, proposal: Proposal & { found: NewEntry }) {
  return (
    memory.graveyard.stones.find(({ fingerprint }) => fingerprint === proposal.found.fingerprint) ??
    findBuried(memory, proposal)
  );
}

/** Whether a lesson was captured in words: its only fingerprint is its id. */
function isCaptured({ id, fingerprint }: MemoryEntry): boolean {
  return fingerprint === `memory:${id}`;
}

function adopt(memory: Memory, entry: MemoryEntry, fingerprint: string): Memory {
  return isCaptured(entry)
    ? editEntry(memory, entry.id, (block, eol) => setField(block, 'Fingerprint', fingerprint, eol))
    : memory;
}

/**
 * Raises the confidence on new evidence: medium when seen again, high from three times in two sessions on, and at least medium if
 * a person vouches for it.
 */
function raise(memory: Memory, before: MemoryEntry, entry: MemoryEntry, isHuman: boolean): Memory {
  const isNew = entry.occurrences > before.occurrences;
  const seen = entry.occurrences >= 3 && entry.sessions >= 2 ? 'high' : entry.occurrences >= 2 ? 'medium' : 'low';
  const confidence = atLeast(atLeast(entry.confidence, isNew ? seen : 'low'), isHuman ? 'medium' : 'low');
  const status = isHuman && !entry.conflict ? 'ready' : entry.status;
  if (confidence === entry.confidence && status === entry.status) return memory;
  return editEntry(memory, entry.id, (block, eol) => {
    const hasStatus = block.fields.some(({ name }) => name.toLowerCase() === 'status');
    const after = updateEntry(block, entry, { ...entry, confidence, status }, eol);
    // Without a written status, the status follows from the confidence.
    return hasStatus || status === 'retired' ? after : setField(after, 'Status', undefined, eol);
  });
}
