import type { FailureReport } from '../../app/capture/report-failure.ts';
import { FAILURE_TYPES, type FailureType } from '../../loop/failure-case.ts';
import { didYouMean } from '../../shared/did-you-mean.ts';
import { AppError } from '../../shared/errors.ts';
import type { Dialog } from '../terminal-dialog.ts';
import type { ReportFlags } from './command.ts';

/** Completes the options: on a terminal, asks the person for the missing parts. Returns undefined if the person gave up. */
export async function completeReport(
  { failureType, description, context, task, yes }: ReportFlags,
  dialog: Dialog | undefined,
): Promise<FailureReport | undefined> {
  const missing = [...(failureType ? [] : ['--failure-type']), ...(description?.trim() ? [] : ['--description'])];
  const isEnough = missing.length === 0 && (yes === true || (context !== undefined && task !== undefined));
  if (failureType && description && (isEnough || (!dialog && missing.length === 0)))
    return made(failureType, description, context, task);
  if (!dialog)
    throw new AppError('usage', `A report needs ${missing.join(' and ')}.`, {
      hint: 'hardwon report-failure --help shows an example.',
    });
  const type = failureType ?? (await askType(dialog));
  if (!type) return undefined;
  const what = description?.trim() || (await dialog.ask('What went wrong?\n> '));
  if (!what) return undefined;
  const should = context ?? (await dialog.ask('What should have been done?\n> '));
  const wanted = task ?? (await dialog.ask('What was the agent asked to do?\n> '));
  return made(type, what, should, wanted);
}

function made(
  type: FailureType,
  description: string,
  context: string | undefined,
  task: string | undefined,
): FailureReport {
  return { type, description, context: context?.trim() ? context : undefined, task: task?.trim() ? task : undefined };
}

async function askType(dialog: Dialog): Promise<FailureType | undefined> {
  dialog.say(FAILURE_TYPES.map((type, index) => `  ${index + 1}  ${type}`).join('\n'));
  for (;;) {
    const answer = await dialog.ask('What kind of failure is it? A number or a name: ');
    if (!answer) return undefined;
    const type =
      FAILURE_TYPES[Number(answer) - 1] ??
      FAILURE_TYPES.find((known) => known === answer || known === `${answer}_error`);
    if (type) return type;
    const near = didYouMean(answer, FAILURE_TYPES);
    dialog.say(near ? `Did you mean ${near}?` : 'That is not in the list.');
  }
}
