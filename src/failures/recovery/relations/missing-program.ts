import { measureDistance } from '../../../shared/did-you-mean.ts';
import { isInstaller } from '../../findings/installer.ts';
import { findKept } from '../kept-word.ts';
import { claim, type FailedStep, type Relation } from '../relation.ts';
import type { ThreadView } from '../session-view.ts';
import { callOf } from '../tool-names.ts';

/** A program that this machine does not have and that nothing in the session installed: only the fact, tried last. */
export const missingProgram: Relation = {
  name: 'missing-program',
  explain(step, view) {
    const { failure } = step;
    const program = failure.subject;
    if (failure.kind !== 'command-not-found' || !program || !isTyped(step, program) || isElsewhere(step, view, program))
      return [];
    const kept = findKept(
      step,
      view,
      failure.command?.operands ?? [],
      (command) => command.name !== program && !isInstaller(command),
    );
    return [
      claim(step, kept?.step, {
        relation: 'missing-program',
        key: program,
        wrong: program,
        right: kept ? callOf(kept.command) : undefined,
      }),
    ];
  },
};

/** Whether the agent itself called the program: a program missing in a script or a substitution is the script's concern. */
function isTyped({ failure, parsed }: FailedStep, program: string): boolean {
  if (
    !/^[a-z][\w.+-]{1,30}$/i.test(program) ||
    failure.command?.program !== program ||
    failure.command.runner.length > 0
  )
    return false;
  return parsed?.commands.some((command) => command.program === program && !command.nested) === true;
}

/**
 * Whether the program, or one with nearly the same name, ran in the same session: then it was a slip, or the path was different.
 */
function isElsewhere(step: FailedStep, view: ThreadView, program: string): boolean {
  return view.steps.some((other) => {
    if (other.index === step.index || other.outcome !== 'worked') return false;
    return other.parsed?.commands.some(
      ({ name }) =>
        name === program || (program.length > 3 && name !== program && measureDistance(name, program) === 1),
    );
  });
}
