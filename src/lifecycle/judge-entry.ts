import type { Confidence } from '../lessons/lesson.ts';
import { editEntry, findEntryBlock } from '../memory/blocks.ts';
import { appendEntries, changeBlocks } from '../memory/document.ts';
import { setField } from '../memory/edit-entry.ts';
import { formatId } from '../memory/entry-lesson.ts';
import { type Memory, readEntries } from '../memory/memory.ts';
import { bury, type Departure, exhume, type Tombstone } from '../memory/tombstones.ts';
import { formatDate } from '../shared/clock.ts';
import { AppError } from '../shared/errors.ts';
import { findWithheld } from '../verify/verified.ts';
import { normaliseId, requireEntry } from './entries.ts';

/**
 * Confirms a lesson on a person's behalf: it gets the confidence they state and becomes ready, and tidying leaves it alone from
 * then on. The values are not recorded as written by hardwon, so later runs leave them alone, too.
 */
export function confirmEntry(
  memory: Memory,
  id: string,
  now: Date,
  confidence: Confidence = 'high',
  { isVouched = false }: { isVouched?: boolean } = {},
): Memory {
  const entry = requireEntry(memory, id);
  const withheld = findWithheld(entry);
  if (withheld && !isVouched)
    throw new AppError('conflict', `${entry.id} is not confirmed: it ${withheld.reason}.`, {
      hint: `If you mean it, vouch for it in a terminal: hardwon confirm ${entry.id} --vouch`,
    });
  const block = findEntryBlock(memory, entry.id);
  const hasStatus = block?.fields.some(({ name }) => name.toLowerCase() === 'status') ?? false;
  return editEntry(memory, entry.id, (before, eol) => {
    const day = formatDate(now);
    const confirmed = setField(setField(before, 'Confidence', confidence, eol), 'Validated', day, eol);
    // A person who confirms it has seen that it is a lesson of its own.
    const own = setField(confirmed, 'Similar', undefined, eol);
    const sure = withheld ? setField(own, 'Vouched', day, eol) : own;
    // Without a written status, the status follows from the confidence.
    return hasStatus || confidence === 'low' ? setField(sure, 'Status', 'ready', eol) : sure;
  });
}

/** Removes lessons from memory, each with a tombstone. */
export function takeOut(
  memory: Memory,
  ids: readonly { id: string; departure: Departure; reason: string }[],
  now: Date,
): Memory {
  const buried = ids.flatMap(({ id, departure, reason }) => {
    const { fingerprint } = requireEntry(memory, id);
    const entry = findEntryBlock(memory, id);
    return entry ? [{ entry, fingerprint, departure, reason }] : [];
  });
  const gone = new Set(ids.map(({ id }) => id));
  const document = changeBlocks(memory.document, (block) =>
    block.type === 'entry' && block.number !== undefined && gone.has(formatId(block.number)) ? undefined : block,
  );
  const graveyard = bury(memory.graveyard, buried, now);
  return { ...readEntries({ ...memory, document, graveyard }), notices: memory.notices };
}

/** Rejects a lesson that a person does not want. */
export function rejectEntry(memory: Memory, id: string, now: Date, reason = 'not wanted'): Memory {
  const entry = requireEntry(memory, id);
  return takeOut(memory, [{ id: entry.id, departure: 'rejected', reason }], now);
}

/**
 * Restores a lesson that was rejected or pruned, unchanged and under its old id. Its age counts from today, so that it is not
 * pruned again at once.
 */
export function restoreEntry(memory: Memory, id: string, now: Date): { memory: Memory; stone: Tombstone } {
  const wanted = normaliseId(id);
  const stone = memory.graveyard.stones.find((candidate) => candidate.id === wanted);
  const back = exhume(memory.graveyard, wanted, now);
  if (!stone || !back) {
    const known = memory.graveyard.stones.map((candidate) => candidate.id).join(', ');
    throw new AppError('not-found', `No lesson ${id} was taken out of ${memory.path}.`, {
      hint: known === '' ? 'Nothing has been taken out yet.' : `These were: ${known}.`,
    });
  }
  if (memory.entries.some((entry) => entry.id === wanted))
    throw new AppError('conflict', `${wanted} is in memory already.`, {
      hint: `Delete it from ${memory.graveyard.path}.`,
    });
  const document = appendEntries(memory.document, [back.lines]);
  return {
    memory: { ...readEntries({ ...memory, document, graveyard: back.graveyard }), notices: memory.notices },
    stone,
  };
}
