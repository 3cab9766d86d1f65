import { MOST_MARKS } from '../failures/error-mark.ts';
import { CONFIDENCES } from '../lessons/confidence.ts';
import type { Confidence, Lesson, LessonStatus, Reach } from '../lessons/lesson.ts';
import type { Entry } from './document.ts';
import { findField } from './edit-entry.ts';
import { FIELD_ORDER, type FieldName } from './field-names.ts';
import { decodeEvidence, decodeScope, decodeTrigger, encodeScope, encodeText, hashValue } from './field-values.ts';
import { decodeHelped } from './helped-count.ts';
import { LESSON_KINDS } from './lesson-kinds.ts';
import type { LikeAnother } from './similar-note.ts';

/** A lesson that has no number in memory yet. One from another source may contain more than logs tell. */
export type NewEntry = Omit<Lesson, 'id'> &
  Partial<Pick<MemoryEntry, 'phase' | 'dimension'>> & {
    /** A lesson that is probably the same; noted in the entry when it is added. */
    likeAnother?: LikeAnother;
  };

/** A lesson as stored in memory. */
export interface MemoryEntry extends Lesson {
  /** The phase of work in which it is useful: implement, verify, review, refine, debug, plan, specify. */
  phase: string;
  /** The dimension that it regulates: maintainability, architecture, behaviour. */
  dimension: string;
  /** The day on which it was added to memory, if that was after it was last seen. */
  added?: string;
  /** The targets that it was promoted to. */
  promoted?: string;
  /** When a person chose to keep it as a lesson, and how often it had been seen by then: `2026-03-01 (seen 5 times)`. */
  kept?: string;
  /** The note that it may contradict another one. */
  conflict?: string;
  /** The note that it may be the same as another one. */
  similar?: string;
  /** The day on which a person confirmed it. */
  validated?: string;
  /** The day on which a person at a terminal vouched for a command that is otherwise never recommended. */
  vouched?: string;
  /** How often the call was changed after it was shown, and succeeded; absent if never. */
  helped?: number;
  /** How often it stopped or rewrote a call, and the replacement succeeded; absent if never. */
  prevented?: number;
  /** The line of its heading, counted from 1. */
  line: number;
  /** The parts that were written by hand, or changed by hand since hardwon wrote them: later runs leave them alone. */
  edited: readonly OwnPart[];
}

/** The parts of an entry that hardwon words itself, and that a person may reword. */
export const OWN_PARTS = [
  'title',
  'pattern',
  'guidance',
  'scope',
  'confidence',
  'kind',
  'trigger',
  'status',
  'reach',
] as const;
export type OwnPart = (typeof OWN_PARTS)[number];

/** An entry that cannot be used, and the reason; `at` is the line within the entry, counted from 0. */
export interface BrokenEntry {
  at: number;
  reason: string;
}

const REACHES: readonly Reach[] = ['project', 'machine', 'user', 'general'];
const STATUSES: readonly LessonStatus[] = ['ready', 'watching', 'retired'];

/**
 * Parses an entry. Only the guidance is required; a value that is present must be valid, and a missing field gets a conservative
 * default, because entries may come from another tool that knows only the nine fields.
 */
export function readLesson(entry: Entry, line: number): MemoryEntry | BrokenEntry {
  const text = (name: FieldName) => findField(entry, name)?.value ?? '';
  const broken = findProblem(entry);
  if (broken || entry.number === undefined)
    return broken ?? { at: 0, reason: 'the heading must read `## L-NNN: title`' };

  const evidence = decodeEvidence(text('Evidence'));
  const occurrences = Number(text('Occurrences') || 1);
  const trigger = decodeTrigger(text('Trigger'));
  const lesson: MemoryEntry = {
    ...readHead(entry, entry.number),
    pattern: text('Pattern'),
    guidance: text('Guidance'),
    ...(trigger && { trigger }),
    ...(text('Told') && { told: text('Told') }),
    reach: oneOf(REACHES, text('Reach')) ?? 'project',
    occurrences,
    sessions: Number(text('Sessions') || new Set(evidence.map((pointer) => pointer.session)).size || 1),
    wastedCalls: Number(text('Wasted calls') || 0),
    ...(text('Wasted minutes') && { wastedMinutes: Number(text('Wasted minutes')) }),
    ...(text('Wasted tokens') && { wastedTokens: Number(text('Wasted tokens')) }),
    firstSeen: text('First seen') || text('Last seen'),
    lastSeen: text('Last seen') || text('First seen'),
    evidence,
    ...(text('Errors') && { errors: decodeErrors(text('Errors')) }),
    ...(text('Added') && { added: text('Added') }),
    ...(text('Promoted') && { promoted: text('Promoted') }),
    ...(text('Kept') && { kept: text('Kept') }),
    ...(text('CONFLICT') && { conflict: text('CONFLICT') }),
    ...(text('Similar') && { similar: text('Similar') }),
    ...(text('Origin') && { origin: text('Origin') }),
    ...(text('Validated') && { validated: text('Validated') }),
    ...(text('Vouched') && { vouched: text('Vouched') }),
    ...(text('Helped') && { helped: decodeHelped(text('Helped')).total }),
    ...(text('Prevented') && { prevented: decodeHelped(text('Prevented')).total }),
    line,
    edited: [],
  };
  return { ...lesson, edited: findEdited(lesson, text('Written')) };
}

/** The facts that decide whether an entry is relevant to a task. */
export type EntryHead = Pick<
  MemoryEntry,
  'id' | 'fingerprint' | 'kind' | 'title' | 'scope' | 'status' | 'confidence' | 'phase' | 'dimension'
>;

/** The fields from which a head is read. */
export const HEAD_FIELDS = [
  'Phase',
  'Dimension',
  'Scope',
  'Confidence',
  'Kind',
  'Status',
  'Fingerprint',
] as const satisfies readonly FieldName[];

/** Reads the head of an entry whose values are known to be valid. */
export function readHead(entry: Entry, number: number): EntryHead {
  const text = (name: (typeof HEAD_FIELDS)[number]) => findField(entry, name)?.value ?? '';
  const id = formatId(number);
  const phase = text('Phase') || 'implement';
  const confidence = oneOf(CONFIDENCES, text('Confidence').toLowerCase()) ?? 'low';
  return {
    id,
    // A lesson that a person wrote is not found by anything else, so its own id identifies it.
    fingerprint: text('Fingerprint') || `memory:${id}`,
    kind: oneOf(LESSON_KINDS, text('Kind')) ?? (phase === 'verify' ? 'prerequisite' : 'preference'),
    title: entry.title,
    scope: decodeScope(text('Scope')),
    status: readStatus(text('Status'), confidence),
    confidence,
    phase,
    dimension: text('Dimension') || 'maintainability',
  };
}

export function isBroken(lesson: MemoryEntry | BrokenEntry): lesson is BrokenEntry {
  return 'reason' in lesson;
}

/**
 * Returns the value of the `Written` field: hashes of what hardwon wrote. Parts edited by hand keep the old hash, and so are
 * still recognised as edited.
 */
export function encodeWritten(lesson: NewEntry, edited: readonly OwnPart[], before: string): string {
  const old = decodeWritten(before);
  return OWN_PARTS.flatMap((part) => {
    const hash = edited.includes(part) ? old.get(part) : hashPart(lesson, part);
    return hash === undefined ? [] : `${part}=${hash}`;
  }).join(' ');
}

/** Formats an id: `L-007`, `L-1234`. */
export function formatId(number: number): string {
  return `L-${String(number).padStart(3, '0')}`;
}

/** Whether an entry has fields that no known version of the format has. */
export function hasUnknownField(entry: Entry): boolean {
  return entry.fields.some((field) => !FIELD_ORDER.some((name) => name.toLowerCase() === field.name.toLowerCase()));
}

function findProblem(entry: Entry): BrokenEntry | undefined {
  if (entry.number === undefined || entry.title === '')
    return { at: 0, reason: 'the heading must read `## L-NNN: title`' };
  if (!findField(entry, 'Guidance')?.value) return { at: 0, reason: 'it has no Guidance' };
  const rules: [FieldName, (value: string) => boolean, string][] = [
    [
      'Confidence',
      (value) => CONFIDENCES.some((known) => known === value.toLowerCase()),
      'must be low, medium or high',
    ],
    ['Occurrences', isCount, 'must be a number'],
    ['Sessions', isCount, 'must be a number'],
    ['Wasted calls', isCount, 'must be a number'],
    ['Wasted minutes', isCount, 'must be a number'],
    ['Wasted tokens', isCount, 'must be a number'],
    ['Helped', (value) => /^\d{1,9}(?:\s|$)/.test(value), 'must be a number'],
    ['Prevented', (value) => /^\d{1,9}(?:\s|$)/.test(value), 'must be a number'],
    ['First seen', isDate, 'must be a date like 2026-02-20'],
    ['Last seen', isDate, 'must be a date like 2026-02-20'],
    ['Added', isDate, 'must be a date like 2026-02-20'],
    ['Validated', isDate, 'must be a date like 2026-02-20'],
    ['Vouched', isDate, 'must be a date like 2026-02-20'],
  ];
  for (const [name, isRight, wish] of rules) {
    const field = findField(entry, name);
    if (field && !isRight(field.value)) return { at: field.from, reason: `${name} ${wish}` };
  }
  return undefined;
}

/** Reads a status. One of a later version, such as `dismissed`, does not allow the lesson to be delivered. */
function readStatus(value: string, confidence: Confidence): LessonStatus {
  if (value === '') return confidence === 'low' ? 'watching' : 'ready';
  return oneOf(STATUSES, value.toLowerCase()) ?? 'retired';
}

function findEdited(lesson: Lesson, written: string): OwnPart[] {
  const hashes = decodeWritten(written);
  return OWN_PARTS.filter((part) => hashes.get(part) !== hashPart(lesson, part));
}

function decodeWritten(value: string): Map<string, string> {
  return new Map(value.split(/[\s,]+/).map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']));
}

function hashPart(lesson: NewEntry, part: OwnPart): string {
  if (part === 'scope') return hashValue(encodeScope(lesson.scope));
  if (part === 'trigger') return hashValue(encodeText(triggerText(lesson.trigger)));
  return hashValue(encodeText(lesson[part]));
}

function oneOf<T extends string>(known: readonly T[], value: string): T | undefined {
  return known.find((item) => item === value);
}

function isCount(value: string): boolean {
  return /^\d{1,9}$/.test(value);
}

/** Words that are not error marks were written by somebody else. */
function decodeErrors(value: string): string[] {
  return value
    .split(/\s+/)
    .filter((word) => /^[0-9a-z]{1,13}$/.test(word))
    .slice(-MOST_MARKS);
}

function isDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
}

/**
 * Returns the trigger's text; without conditions it is as it was before conditions existed, because hashes in existing files must
 * stay valid.
 */
function triggerText(trigger: Lesson['trigger']): string {
  const when = trigger?.when === undefined ? '' : ` when ${trigger.when}`;
  return `${trigger?.rule ?? ''}${when} ${trigger?.error ?? ''}`;
}
