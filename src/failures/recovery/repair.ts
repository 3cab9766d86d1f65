import { isBypass, type ShellCommand, signatureOf } from '../../shell/index.ts';
import { isGreen } from '../findings/check-run.ts';
import { isFixer, withoutPaths } from '../findings/fixer.ts';
import type { Cure } from './cure.ts';
import type { FailedStep } from './relation.ts';
import { after, ran, type Step, type ThreadView } from './session-view.ts';

/** Finds a run that repaired everything a check complained about, without an edit of a file: the check was green after it. */
export function findRepair(step: FailedStep, view: ThreadView): Cure | undefined {
  const failed = step.failure.command;
  const found = failed && !isFixer(failed) ? findFixer(step, view) : undefined;
  if (!failed || !found?.cleared) return undefined;
  const changes = [{ kind: 'repaired', old: withoutPaths(failed), new: withoutPaths(found.fixer) }];
  return { changes, call: found.step.call, between: found.step.index - step.index - 1 };
}

/** Finds the run that repaired. If a file was edited before it, the repair was done by hand, because the tool could not do it. */
export function findFixer(
  step: FailedStep,
  view: ThreadView,
): { step: Step; fixer: ShellCommand; cleared: boolean } | undefined {
  for (const later of after(view, step, 6)) {
    if ((later.call.tool === 'edit' || later.call.tool === 'write') && later.outcome === 'worked') return undefined;
    const fixer = later.parsed?.commands.find((command) => isFixer(command) && !isBypass(command));
    if (fixer && ran(later)) return { step: later, fixer, cleared: passesAfter(later, step, view) };
  }
  return undefined;
}

/** Whether the check was green after the repair; some repairs fix only half. */
function passesAfter(repair: Step, { failure }: FailedStep, view: ThreadView): boolean {
  const failed = failure.command;
  const next = [repair, ...after(view, repair)].find(({ parsed }) => {
    return (
      failed && parsed?.commands.some((command) => !isFixer(command) && signatureOf(command) === signatureOf(failed))
    );
  });
  return next !== undefined && isGreen(next);
}
