import { z } from 'zod';
import { answerSchema, proposalSchema, type TaughtLesson } from '../verify/proposal.ts';
import type { CheckName, Verdict } from '../verify/verdict.ts';

/** The form of a second answer: as the first, with the number of the lesson that each one replaces. */
export const secondAnswerSchema = answerSchema.extend({
  lessons: z.array(proposalSchema.extend({ number: z.coerce.number().int() })),
});

/** Refusals that other words can mend. What is known, has ended, is dangerous or cites nothing stays refused. */
const MENDABLE: ReadonlySet<CheckName> = new Set<CheckName>(['calls', 'said', 'code', 'right']);

/** Whether a verdict goes back to the teacher, once. */
export function goesBack({ state, checks, evidence, proposal, trigger }: Verdict): boolean {
  if (state !== 'refused') return state === 'proven' && proposal.trigger !== undefined && trigger === undefined;
  const refusals = checks.filter(({ result }) => result === 'refused');
  return evidence.length > 0 && refusals.every(({ name }) => MENDABLE.has(name));
}

/** Puts the second answers in the place of the first: final for what was refused, and of the others the trigger, if it now fits. */
export function mend(
  verdicts: readonly Verdict[],
  returned: readonly Verdict[],
  answers: readonly (TaughtLesson & { number: number })[],
  judge: (proposals: readonly TaughtLesson[]) => Verdict[],
): Verdict[] {
  const replaced = new Map<Verdict, TaughtLesson>();
  for (const { number, ...lesson } of answers) {
    const first = returned[number - 1];
    if (!first || replaced.has(first)) continue;
    if (first.state === 'refused') replaced.set(first, lesson);
    else if (lesson.trigger) replaced.set(first, { ...first.proposal, trigger: lesson.trigger, where: lesson.where });
  }
  const judged = judge([...replaced.values()]);
  const second = new Map([...replaced.keys()].map((first, index) => [first, judged[index] ?? first]));
  return verdicts.map((first) => {
    const next = second.get(first);
    return next && (first.state === 'refused' || (next.state === 'proven' && next.trigger)) ? next : first;
  });
}
