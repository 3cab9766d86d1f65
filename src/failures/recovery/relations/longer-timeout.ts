import { signatureOf } from '../../../shell/index.ts';
import { claim, type Relation } from '../relation.ts';
import { after, ran } from '../session-view.ts';

/** A command that reached the time limit and succeeded with a longer one, or in the background. */
export const longerTimeout: Relation = {
  name: 'longer-timeout',
  explain(step, view) {
    const { failure, call } = step;
    const failed = failure.command;
    if (!failed || failure.kind !== 'timeout') return [];
    const signature = signatureOf(failed);
    const fix = after(view, step).find((later) => {
      if (!ran(later) || !later.parsed?.commands.some((command) => signatureOf(command) === signature)) return false;
      if (later.call.input.background === true) return true;
      return later.outcome === 'worked' && (later.call.input.timeoutMs ?? 0) > (call.input.timeoutMs ?? 120_000);
    });
    return [
      claim(step, fix, {
        relation: 'longer-timeout',
        key: signature,
        wrong: signature,
        right: fix ? (fix.call.input.background ? 'background' : String(fix.call.input.timeoutMs)) : undefined,
        because: failure.subject || undefined,
      }),
    ];
  },
};
