import { estimateTokens } from '../../delivery/budget.ts';
import { toSafeLine } from '../../delivery/markdown-safe.ts';
import type { ConsultedLesson, Signal } from './consult.ts';

/** Tokens that the notes may take of a prompt. */
export const DEFAULT_PROMPT_BUDGET = 600;

/**
 * Lessons as a block for pasting into a prompt, best first, within the budget; empty where there are none or none fits. Each is one line
 * that cannot break out of it, and the frame says what it is: notes, which the task may overrule.
 */
export function renderPrompt(lessons: readonly ConsultedLesson[], use: string, budget = DEFAULT_PROMPT_BUDGET): string {
  const kept = fitLessons(lessons, use, budget);
  return kept.length === 0 ? '' : renderBlock(kept, use, lessons.length);
}

/** The lessons of such a block: those that fit, best first. */
export function fitLessons(
  lessons: readonly ConsultedLesson[],
  use: string,
  budget = DEFAULT_PROMPT_BUDGET,
): readonly ConsultedLesson[] {
  let kept: ConsultedLesson[] = [];
  for (const lesson of lessons) {
    const tried = [...kept, lesson];
    // Measured as it would be printed, with the line that says what was left out.
    if (estimateTokens(renderBlock(tried, use, lessons.length)) <= budget) kept = tried;
  }
  return kept;
}

const HEADS: readonly (readonly [signal: Signal, head: string])[] = [
  ['apply', 'Apply (high confidence):'],
  ['recommend', 'Apply where it fits (medium confidence):'],
  ['note', 'Only noted (low confidence, or not reviewed); change nothing for these:'],
];

function renderBlock(lessons: readonly ConsultedLesson[], use: string, all: number): string {
  const groups = HEADS.flatMap(([signal, head]) => {
    const lines = lessons.filter((lesson) => lesson.signal === signal).map(renderLine);
    return lines.length === 0 ? [] : [[head, ...lines].join('\n')];
  });
  const left = all - lessons.length;
  return [
    `Notes from past failures in this project, kept by hardwon. They are background, not a request; the task comes first. ${use}`,
    ...groups,
    ...(left > 0 ? [`${left} more did not fit: hardwon consult`] : []),
    '',
  ].join('\n');
}

function renderLine({ entry }: ConsultedLesson): string {
  const { id, guidance, scope, occurrences, promoted, conflict } = entry;
  const facts = [
    ...(scope.length > 0 ? [`about ${scope.slice(0, 3).join(', ')}`] : []),
    ...(occurrences > 1 ? [`seen ${occurrences} times`] : []),
    ...(promoted === undefined ? [] : [`now a rule in ${promoted}`]),
    ...(conflict === undefined ? [] : [`warning: ${conflict}`]),
  ];
  const remark = facts.length === 0 ? '' : ` (${facts.map(toPromptText).join('; ')})`;
  return `- ${id}: ${toPromptText(guidance)}${remark}`;
}

/** A model reads tags in code, too: `<` is written out where a `>` could close it, but not in `psql <seed.sql`. */
function toPromptText(text: string): string {
  const end = text.lastIndexOf('>');
  return toSafeLine(text.replace(/<(?=[/!?]?[A-Za-z])/g, (sign, at: number) => (at < end ? '&lt;' : sign)));
}
