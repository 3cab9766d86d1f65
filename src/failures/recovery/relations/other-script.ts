import type { CommandChange } from '../../shell/index.ts';
import { isSameFamily } from '../program-families.ts';
import { claim, findRetry, headOf, type Relation, toolOf } from '../relation.ts';

/** A script, task, target or sub-command that does not exist; the error proves it, a later call or the error itself may name the right one. */
export const otherScript: Relation = {
  name: 'other-script',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (!failed || !failure.subject || (failure.kind !== 'script-missing' && failure.kind !== 'bad-subcommand')) return [];
    const wrong = failure.subject;
    if (![failed.subcommand, ...failed.args].some((word) => word?.split(' ').includes(wrong))) return [];
    const retry = findRetry(
      step,
      view,
      ({ difference }) => difference.changes.some((change) => isReplaced(change, wrong)),
      (command) => isSameFamily(command.name, failed.name),
    );
    const replaced = retry?.difference.changes.find((change) => isReplaced(change, wrong))?.new;
    // With another package manager the whole call is the answer.
    const right =
      retry && retry.command.name !== failed.name ? `${headOf(retry.command)} ${replaced}` : (replaced ?? failure.suggestion);
    return [
      claim(step, retry?.step, {
        relation: 'other-script',
        key: `${failed.name} ${wrong}`,
        wrong,
        ...(right && right !== wrong ? { right } : {}),
        facts: { tool: toolOf(failed), program: failed.name, cause: failure.kind },
      }),
    ];
  },
};

function isReplaced(change: CommandChange, wrong: string): boolean {
  return /^(?:script|subcommand|operand)-replaced$/.test(change.kind) && change.old === wrong;
}
