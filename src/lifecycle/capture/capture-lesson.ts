import type { Confidence } from '../../lessons/lesson.ts';
import { editEntry, findEntryBlock } from '../../memory/blocks.ts';
import { setField } from '../../memory/edit-entry.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { decodeScope, encodeScope, encodeText } from '../../memory/field-values.ts';
import type { Memory } from '../../memory/memory.ts';
import { makeTitle } from '../../memory/sources/lesson-texts.ts';
import { dayOf, updateEntry } from '../../memory/write-entry.ts';
import { formatDate } from '../../shared/clock.ts';
import { isTellable } from '../../verify/verified.ts';
import { requireEntry } from '../entries.ts';
import { restoreEntry } from '../judge-entry.ts';
import { captureFound } from './capture-found.ts';
import { atLeast, type CaptureOptions, type CaptureStep, describeEntry, refuse, refuseRejected } from './captured.ts';
import { findOpposites, markConflict, markSimilar } from './conflict.ts';
import { findBuried, findRejectedLike, findSame, type Known } from './find-same.ts';
import type { Proposal } from './proposal.ts';
import { judgeProposal } from './refusals/judge-proposal.ts';
import { addCapture } from './write-capture.ts';

/** Captures a proposal: refuses it with a reason, counts it on an existing lesson that says the same, or adds it. */
export function captureLesson(memory: Memory, asked: Proposal, options: CaptureOptions): CaptureStep {
  const proposal = asFileHolds(asked);
  const reasons = judgeProposal(proposal, options);
  if (reasons.length > 0) return { memory, captured: refuse(proposal, reasons) };
  if (proposal.found) return captureFound(memory, { ...proposal, found: proposal.found }, options);
  if (options.mergeInto !== undefined)
    return countOn(memory, requireEntry(memory, options.mergeInto), proposal, options);
  if (options.isNew) return addLesson(memory, proposal, options);
  const { same, ...known } = findSame(memory, proposal);
  if (same) return countOn(memory, same, proposal, options);
  const stone = findBuried(memory, proposal);
  if (stone?.departure === 'rejected') return { memory, captured: refuse(proposal, [refuseRejected(stone, memory)]) };
  if (stone) {
    const back = restoreEntry(memory, stone.id, options.now).memory;
    const step = countOn(back, requireEntry(back, stone.id), proposal, options);
    return { ...step, captured: { ...step.captured, revived: true } };
  }
  return addLesson(memory, proposal, options, known);
}

/** Low when first seen, medium when seen again, high from the third time on. */
function levelOf(occurrences: number): Confidence {
  return occurrences >= 3 ? 'high' : occurrences === 2 ? 'medium' : 'low';
}

function addLesson(memory: Memory, proposal: Proposal, options: CaptureOptions, known: Known = {}): CaptureStep {
  const { isHuman, now } = options;
  const opposites = findOpposites(memory, proposal.guidance, proposal.scope);
  const confidence = proposal.confidence ?? (isHuman ? 'medium' : 'low');
  // A lesson that nobody has confirmed remains a candidate, however often it is seen.
  const rejected = options.isNew ? undefined : findRejectedLike(memory, proposal);
  const isWatched = opposites.length > 0 || rejected !== undefined || !isHuman;
  const vouched = options.isVouched && !isTellable(proposal) ? { isVouched: true } : {};
  const added = addCapture(memory, proposal, { confidence, now, isWatched, ...vouched });
  const unsaid = (['scope', 'pattern'] as const).filter((part) => proposal[part].length === 0);
  const marked = opposites.reduce((each, { id }) => markConflict(each, added.id, id), added.memory);
  const similar = known.similar && opposites.includes(known.similar) ? undefined : known.similar;
  const other = rejected ?? (similar && known.isProbable ? { id: similar.id } : undefined);
  const after = other ? markSimilar(marked, added.id, other) : marked;
  return {
    memory: after,
    captured: {
      ...describeEntry(after, added.id),
      action: 'add',
      conflicts: opposites.map(({ id }) => id),
      ...(unsaid.length > 0 ? { unsaid } : {}),
      ...(similar ? { similar: similar.id } : {}),
      ...(rejected ? { rejected: rejected.id } : {}),
    },
  };
}

/**
 * Counts a proposal on an existing lesson: one more occurrence, dated today, with higher confidence. The lesson keeps its words.
 * Without confirmation by a person, its confidence does not rise when it is repeated on the same day, and it remains a candidate.
 */
function countOn(memory: Memory, entry: MemoryEntry, proposal: Proposal, options: CaptureOptions): CaptureStep {
  const { isHuman, now } = options;
  const occurrences = entry.occurrences + 1;
  const told = atLeast(proposal.confidence ?? 'low', isHuman ? 'medium' : 'low');
  const isNews = isHuman || dayOf(entry.lastSeen) < formatDate(now);
  const confidence = atLeast(isNews ? atLeast(entry.confidence, levelOf(occurrences)) : entry.confidence, told);
  const isOurs = findEntryBlock(memory, entry.id)?.fields.some(({ name }) => name === 'Written') ?? false;
  // A person who states it wants agents to be told, but not while it is undecided which of two conflicting lessons is right.
  const isTold = isHuman && !entry.conflict;
  const counted = editEntry(memory, entry.id, (block, eol) => {
    // A clock that is behind must not make the lesson older.
    const day = [formatDate(now), dayOf(entry.lastSeen)].sort().at(-1) ?? '';
    if (isOurs) {
      const status = isTold ? 'ready' : entry.status;
      return updateEntry(block, entry, { ...entry, occurrences, lastSeen: day, confidence, status }, eol);
    }
    const seen = setField(setField(block, 'Occurrences', String(occurrences), eol), 'Last seen', day, eol);
    const sure = confidence === entry.confidence ? seen : setField(seen, 'Confidence', confidence, eol);
    if (isTold) return setField(sure, 'Status', undefined, eol);
    // Otherwise the status would follow from the confidence.
    return entry.status === 'watching' ? setField(sure, 'Status', 'watching', eol) : sure;
  });
  const after = options.isVouched && !isTellable(entry) ? markVouched(counted, entry.id, now) : counted;
  return { memory: after, captured: { ...describeEntry(after, entry.id), action: 'merge' } };
}

/** Records that a person at a terminal vouched for the words of an existing lesson. */
function markVouched(memory: Memory, id: string, now: Date): Memory {
  return editEntry(memory, id, (block, eol) => setField(block, 'Vouched', formatDate(now), eol));
}

/** Adds a title, and reduces the text to what the file format can hold. */
function asFileHolds(proposal: Proposal): Proposal {
  const guidance = encodeText(proposal.guidance);
  return {
    ...proposal,
    title: encodeText(proposal.title ?? '') || makeTitle(guidance),
    pattern: encodeText(proposal.pattern),
    guidance,
    origin: encodeText(proposal.origin),
    scope: decodeScope(encodeScope(proposal.scope)),
  };
}
