import { appendEntries, parseDocument } from '../../memory/document.ts';
import { fieldLines } from '../../memory/edit-entry.ts';
import { formatId } from '../../memory/entry-lesson.ts';
import { FIELD_ORDER, type FieldName } from '../../memory/field-names.ts';
import { encodeEvidence, encodeScope } from '../../memory/field-values.ts';
import { type Memory, readEntries } from '../../memory/memory.ts';
import { makeTitle } from '../../memory/sources/lesson-texts.ts';
import { newMemoryText, nextNumber, noteNextNumber } from '../../memory/template.ts';
import { formatDate } from '../../shared/clock.ts';
import type { Proposal } from './proposal.ts';

/** The facts of an entry besides the words of its proposal. */
export interface CaptureFacts {
  confidence: string;
  now: Date;
  /**
   * Never delivered, however high its confidence becomes, because nobody has read its words or another lesson says the opposite.
   */
  isWatched: boolean;
  /** Whether a person at a terminal vouched for its recommendation. */
  isVouched?: boolean;
}

/** Adds a lesson under the next number. */
export function addCapture(memory: Memory, proposal: Proposal, facts: CaptureFacts): { memory: Memory; id: string } {
  const base = memory.document.blocks.length === 0 ? parseDocument(newMemoryText(memory)) : memory.document;
  const number = nextNumber(base, memory.graveyard.document);
  const id = formatId(number);
  const document = appendEntries(noteNextNumber(base, number + 1), [captureLines(proposal, id, facts)]);
  return { memory: { ...readEntries({ ...memory, document }), notices: memory.notices }, id };
}

/** Returns the lines of a captured lesson without line endings: the nine fields of the format, and the additional ones. */
export function captureLines(
  proposal: Proposal,
  id: string,
  { confidence, now, isWatched, isVouched }: CaptureFacts,
): string[] {
  const day = formatDate(now);
  const values: Partial<Record<FieldName, string>> = {
    Phase: proposal.phase ?? (proposal.kind === 'prerequisite' ? 'verify' : 'implement'),
    Dimension: proposal.dimension ?? 'maintainability',
    Scope: encodeScope(proposal.scope),
    Pattern: proposal.pattern || 'Not recorded.',
    Guidance: proposal.guidance,
    Confidence: confidence,
    Occurrences: '1',
    'First seen': day,
    'Last seen': day,
    ...(proposal.kind && { Kind: proposal.kind }),
    Origin: proposal.origin,
    ...(isVouched && { Vouched: day }),
    ...(isWatched && { Status: 'watching' }),
    ...(proposal.fingerprint && { Fingerprint: proposal.fingerprint }),
    ...(proposal.evidence && { Evidence: encodeEvidence(proposal.evidence, proposal.evidence.length) }),
  };
  const fields = FIELD_ORDER.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : fieldLines(`- ${name}:`, value);
  });
  return [`## ${id}: ${proposal.title ?? makeTitle(proposal.guidance)}`, ...fields];
}
