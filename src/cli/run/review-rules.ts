import type { RunRecord } from '../../loop/run/run-record.ts';
import { cleanRule } from '../../loop/teacher/clean-rule.ts';
import { AppError } from '../../shared/errors.ts';
import { askRule } from '../ask-rule.ts';
import type { Dialog } from '../terminal-dialog.ts';

type ReviewedRun = Pick<RunRecord, 'rules'>;

/** Asks about each rule of a run that has not been tried yet: keep it, edit it, or drop it. */
export async function askRules(run: ReviewedRun, dialog: Dialog): Promise<void> {
  for (const rule of untriedOf(run)) {
    const chosen = await askRule({ analysis: rule.analysis }, rule, dialog);
    if (chosen) Object.assign(rule, chosen);
    else rule.verdict = 'dropped';
  }
}

/**
 * Applies an edit: `2=Return null for none` rewords the second rule, `2=` drops it. Rules that were already tried are on record
 * and cannot be edited.
 */
export function rewordRule(run: ReviewedRun, given: string): void {
  const [, number = '', text = ''] = /^(\d{1,4})=([\s\S]*)$/.exec(given) ?? [];
  const rule = untriedOf(run).find((each) => each.number === Number(number));
  if (!rule) {
    const untried = untriedOf(run).map((each) => each.number);
    throw new AppError('usage', `${given} is not a rule that is still to be tried.`, {
      hint:
        untried.length > 0 ? `These are: ${untried.join(', ')}. Write it as ${untried[0]}=TEXT.` : 'There are none.',
    });
  }
  if (text.trim() === '') {
    rule.verdict = 'dropped';
    return;
  }
  const cleaned = cleanRule({ ...rule, rule: text });
  if ('refused' in cleaned)
    throw new AppError('usage', `This rule cannot be kept: ${cleaned.refused}.`, {
      hint: 'Reword it, and pass it again with --rule.',
    });
  rule.rule = cleaned.rule.rule;
}

function untriedOf({ rules }: ReviewedRun): RunRecord['rules'] {
  return rules.filter(({ verdict }) => verdict === 'untried');
}
