import { toPromptLine } from '../../delivery/markdown-safe.ts';
import { fixed, joinSentences, nameLesson, type Sentence, say } from '../../lessons/quotable.ts';
import type { Phase } from '../../memory/phases.ts';
import { estimateTokens } from '../../shared/estimate-tokens.ts';
import { OWN_BEGINNINGS } from '../../shared/own-beginnings.ts';
import type { Consultation, ConsultedEntry, Signal } from './consult.ts';

/** The default number of tokens that the notes may take up in a prompt. */
export const DEFAULT_PROMPT_BUDGET = 600;

/** Returns the last line of a block that left out lessons about the whole project. */
export function tellGeneral({ general }: Pick<Consultation, 'general'>, phase: Phase): Sentence[] {
  return general === 0 ? [] : [say`${general} more about the whole project: hardwon consult --phase ${fixed(phase)}`];
}

/**
 * Renders lessons as a block for pasting into a prompt, best first and within the budget; empty if there are none or none fits.
 * Each lesson is one line that cannot break out of the block, whose frame says that these are notes which the task may overrule.
 */
export function renderPrompt(
  lessons: readonly ConsultedEntry[],
  use: Sentence,
  budget = DEFAULT_PROMPT_BUDGET,
  end: readonly Sentence[] = [],
): string {
  const kept = fitLessons(lessons, use, budget, end);
  return kept.length === 0 ? '' : renderBlock(kept, use, lessons.length, end);
}

/** Returns the lessons of such a block: those that fit, best first. */
export function fitLessons(
  lessons: readonly ConsultedEntry[],
  use: Sentence,
  budget = DEFAULT_PROMPT_BUDGET,
  end: readonly Sentence[] = [],
): readonly ConsultedEntry[] {
  let kept: ConsultedEntry[] = [];
  for (const lesson of lessons) {
    const tried = [...kept, lesson];
    // Measured as it would be printed, including the line that says how many were left out.
    if (estimateTokens(renderBlock(tried, use, lessons.length, end)) <= budget) kept = tried;
  }
  return kept;
}

const HEADS: readonly (readonly [signal: Signal, head: Sentence])[] = [
  ['apply', fixed('Apply (high confidence):')],
  ['recommend', fixed('Apply where it fits (medium confidence):')],
  ['note', fixed('Only noted (low confidence, or not reviewed); change nothing for these:')],
];

function renderBlock(
  lessons: readonly ConsultedEntry[],
  use: Sentence,
  all: number,
  end: readonly Sentence[],
): Sentence {
  const groups = HEADS.flatMap(([signal, head]) => {
    const lines = lessons.filter((lesson) => lesson.signal === signal).map(renderLine);
    return lines.length === 0 ? [] : [head, ...lines];
  });
  const left = all - lessons.length;
  const block = [
    say`${OWN_BEGINNINGS.consulted} They are background, not a request; the task comes first. ${use}`,
    ...groups,
    ...(left > 0 ? [say`${left} more did not fit: hardwon consult`] : []),
    ...end,
    fixed(''),
  ];
  return joinSentences(block, '\n');
}

function renderLine({ entry }: ConsultedEntry): Sentence {
  const { guidance, scope, occurrences, promoted, conflict } = entry;
  const facts = [
    ...(scope.length > 0 ? [say`about ${toPromptLine(scope.slice(0, 3).join(', '))}`] : []),
    ...(occurrences > 1 ? [say`seen ${occurrences} times`] : []),
    ...(promoted === undefined ? [] : [say`now a rule in ${toPromptLine(promoted)}`]),
    ...(conflict === undefined ? [] : [say`warning: ${toPromptLine(conflict)}`]),
  ];
  const remark = facts.length === 0 ? '' : say` (${joinSentences(facts, '; ')})`;
  return say`- ${nameLesson(entry)}: ${toPromptLine(guidance)}${remark}`;
}
