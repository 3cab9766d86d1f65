import { raiseConfidence } from '../lessons/confidence.ts';
import { fingerprint } from '../lessons/fingerprint.ts';
import type { Reach } from '../lessons/lesson.ts';
import type { MemoryEntry, NewEntry } from '../memory/entry-lesson.ts';
import { encodeText } from '../memory/field-values.ts';
import { ruleGuidance, ruleOrigin } from '../memory/learned-rule.ts';
import type { Memory } from '../memory/memory.ts';
import { mergeLessons } from '../memory/merge.ts';
import { seenOnce } from '../memory/seen-once.ts';
import { makeTitle, normaliseText } from '../memory/sources/lesson-texts.ts';
import { formatDate } from '../shared/clock.ts';
import { AppError } from '../shared/errors.ts';
import { refuseRejected } from './capture/captured.ts';
import { findOpposites } from './capture/conflict.ts';
import { findBuried, findRejectedLike, findSame } from './capture/find-same.ts';
import type { Proposal } from './capture/proposal.ts';
import { refuseDanger } from './refuse-danger.ts';

/** A rule that a teacher derived from a failure. */
export interface TaughtRule {
  rule: string;
  when: string;
  why: string;
  /** Its topic, in a word. */
  category?: string;
  /** One sentence on what is known about a rule that has not proved itself. */
  known?: string;
}

/** The facts about a rule to be saved. */
export interface RuleFacts {
  /** The type of the failure: `test_failure`. */
  type: string;
  now: Date;
  /** Whether it was seen to help or a person has read it; otherwise it is watched and not delivered. */
  isConfirmed: boolean;
  reach: Reach;
}

/** The outcome of saving a rule. */
interface SavedRule {
  action: 'add' | 'update';
  entry: MemoryEntry;
}

/** Saves a rule: counts it on a lesson that says the same, or adds it. A rule that somebody rejected is refused. */
export function saveRule(memory: Memory, rule: TaughtRule, facts: RuleFacts): { memory: Memory; outcome: SavedRule } {
  const lesson = lessonOfRule(memory, rule, facts);
  const known = memory.entries.some(({ fingerprint: other }) => other === lesson.fingerprint);
  const merged = mergeLessons(memory, [lesson], facts.now);
  const entry = merged.lessons.find(({ fingerprint: other }) => other === lesson.fingerprint);
  if (!entry)
    throw new AppError('conflict', `The rule could not be saved in ${memory.path}.`, {
      hint: 'hardwon doctor shows what is wrong with the memory.',
    });
  return { memory: merged.memory, outcome: { action: known ? 'update' : 'add', entry } };
}

/** Turns a rule into a lesson to merge into memory: existing words stay and are counted on. */
export function lessonOfRule(
  memory: Memory,
  { rule, when, why, category, known }: TaughtRule,
  facts: RuleFacts,
): NewEntry {
  const { type, now, isConfirmed, reach } = facts;
  refuseDanger([rule, when], 'The rule');
  const guidance = encodeText(ruleGuidance(rule, when));
  const day = formatDate(now);
  const origin = ruleOrigin(day, type, category);
  const proposal: Proposal = {
    scope: [],
    pattern: encodeText(known === undefined ? why : `${why} ${known}`.trim()),
    guidance,
    kind: 'convention',
    origin,
  };
  const stone = findBuried(memory, proposal);
  if (stone?.departure === 'rejected') {
    const { message, hint } = refuseRejected(stone, memory);
    throw new AppError('conflict', message, hint === undefined ? {} : { hint });
  }
  const { same, similar, isProbable } = findSame(memory, proposal);
  const rejected = same ? undefined : findRejectedLike(memory, proposal);
  const opposed = findOpposites(memory, guidance, []).length > 0;
  const status = isConfirmed && !opposed && !rejected ? 'ready' : 'watching';
  if (same) {
    const occurrences = same.occurrences + 1;
    // High from three times on, as for every lesson.
    const isSurer = isConfirmed && (occurrences >= 3 || same.confidence === 'low');
    return {
      ...withoutPlace(same),
      status: same.status === 'ready' ? 'ready' : status,
      confidence: isSurer ? raiseConfidence(same.confidence) : same.confidence,
      occurrences,
      lastSeen: day,
    };
  }
  const likeAnother = rejected ?? (similar && isProbable ? { id: similar.id } : undefined);
  return {
    ...seenOnce(day),
    likeAnother,
    fingerprint: fingerprint('learned-rule', normaliseText(guidance)),
    kind: 'convention',
    title: makeTitle(rule),
    pattern: proposal.pattern,
    guidance,
    reach,
    status,
    // It was seen to help once: more than a first occurrence, less than a habit.
    confidence: isConfirmed ? 'medium' : 'low',
    origin,
    phase: 'implement',
  };
}

function withoutPlace({ id: _id, line: _line, edited: _edited, ...lesson }: MemoryEntry): NewEntry {
  return lesson;
}
