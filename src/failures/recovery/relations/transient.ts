import { isStateChanging, signatureOf } from '../../../shell/index.ts';
import { claim, isRepeated, type Relation } from '../relation.ts';
import { after } from '../session-view.ts';

/**
 * The identical command succeeds later although nothing was changed in between, and the error concerns networks or locks:
 * retrying helps.
 */
export const transient: Relation = {
  name: 'transient',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (!failed || (failure.kind !== 'network' && failure.rule !== 'git.lock' && failure.kind !== 'timeout')) return [];
    for (const later of after(view, step)) {
      if (later.call.tool === 'edit' || later.call.tool === 'write') return [];
      if (later.parsed?.commands.some((command) => !command.nested && isRepeated(failed, command))) {
        if (later.outcome !== 'worked') continue;
        return [
          claim(step, later, {
            relation: 'transient',
            key: `${signatureOf(failed)} ${failure.rule ?? failure.kind}`,
            wrong: signatureOf(failed),
            because: failure.diagnostic,
          }),
        ];
      }
      if (later.parsed?.commands.some((command) => isStateChanging(command))) return [];
    }
    return [];
  },
};
