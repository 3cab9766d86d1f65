import type { LearnedRule } from '../failure-case.ts';

/**
 * The task as an agent is given it. Rules are notes at its end: every agent reads its prompt, and nothing stays behind in a file that
 * could be taken for a part of the result.
 */
export function writePrompt(task: string, rules: readonly LearnedRule[]): string {
  if (rules.length === 0) return task;
  const notes = rules.map(({ rule, when, why }) => [`- Rule: ${rule}`, `  When: ${when}`, `  Why: ${why}`].join('\n'));
  return [
    task,
    '',
    'Notes from earlier attempts at this task, whose tests failed. They are advice, not a part of the task:',
    '',
    ...notes,
  ].join('\n');
}
