import { CONFIDENCES } from '../../lessons/confidence.ts';
import { type Entry, parseDocument } from '../../memory/document.ts';
import { findField } from '../../memory/edit-entry.ts';
import { isBroken, readLesson } from '../../memory/entry-lesson.ts';
import { LESSON_KINDS } from '../../memory/lesson-kinds.ts';
import { DIMENSIONS, PHASES, readDimension, readPhase } from '../../memory/phases.ts';
import { AppError } from '../../shared/errors.ts';
import type { Proposal } from './proposal.ts';
import { type CaptureFacts, captureLines } from './write-capture.ts';

/** The next step after a mistake in the form. */
const FORM_HINT = 'Run the command again, and change only the values in the form.';

/** Returns the text to show in the editor: the entry as it would be written, below a note with instructions. */
export function writeForm(proposal: Proposal, id: string, facts: CaptureFacts): string {
  return `<!-- Save to capture the lesson. Empty the file to cancel. hardwon keeps the counts and dates. -->\n\n${captureLines(
    proposal,
    id,
    facts,
  ).join('\n')}\n`;
}

/**
 * Reads the form back; returns undefined if it was emptied. Text that a person reworded no longer counts as found in the session.
 */
export function readForm(text: string, asked: Proposal): Proposal | undefined {
  const entry = parseDocument(text).blocks.find((block): block is Entry => block.type === 'entry');
  if (!entry) {
    if (text.replace(/<!--[^>]*-->/g, '').trim() === '') return undefined;
    throw new AppError('usage', 'The heading must read `## L-NNN: title`.', { hint: FORM_HINT });
  }
  const lesson = readLesson(entry, 1);
  if (isBroken(lesson))
    throw new AppError('usage', `Line ${lesson.at + 1} of the entry: ${lesson.reason}.`, { hint: FORM_HINT });
  const fieldOf = (name: string) => findField(entry, name)?.value ?? '';
  const phase = readPhase(fieldOf('Phase'));
  const dimension = readDimension(fieldOf('Dimension'));
  if (fieldOf('Phase') !== '' && !phase)
    throw new AppError('usage', `There is no phase ${fieldOf('Phase')}.`, {
      hint: `Use one of ${PHASES.join(', ')}.`,
    });
  if (fieldOf('Dimension') !== '' && !dimension)
    throw new AppError('usage', `There is no dimension ${fieldOf('Dimension')}.`, {
      hint: `Use one of ${DIMENSIONS.join(', ')}.`,
    });
  const kind = LESSON_KINDS.find((known) => known === fieldOf('Kind').toLowerCase());
  const confidence = CONFIDENCES.find((known) => known === fieldOf('Confidence').toLowerCase());
  const { title, pattern, guidance, scope } = lesson;
  const { found, ...rest } = asked;
  const isReworded = guidance !== asked.guidance || title !== asked.title || pattern !== asked.pattern;
  return {
    ...rest,
    ...(phase && { phase }),
    ...(dimension && { dimension }),
    ...(kind && { kind }),
    ...(confidence && { confidence, isSetByHand: true }),
    title,
    pattern,
    guidance,
    scope,
    // A person's words stay; the fingerprint and the calls identify the lesson when it is found again.
    ...(found && (isReworded ? { fingerprint: found.fingerprint, evidence: found.evidence } : { found })),
  };
}
