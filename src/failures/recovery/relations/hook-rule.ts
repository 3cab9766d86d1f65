import { signatureOf } from '../../shell/index.ts';
import { claim, type Relation } from '../relation.ts';
import { after } from '../session-view.ts';

/** A hook refused the call: the denied form, and the tool or command its text names or that was then used. */
export const hookRule: Relation = {
  name: 'hook-rule',
  explain(step, view) {
    const { failure, call } = step;
    if (failure.kind !== 'hook-denied') return [];
    const denied = step.parsed?.main ? signatureOf(step.parsed.main) : call.name;
    const named =
      /[Uu]se (?:the )?`?([A-Z]\w+)`? tool\b/.exec(call.output)?.[1] ?? /[Uu]se `([^`]{2,60})`/.exec(call.output)?.[1];
    const fix = after(view, step, 5).find(
      (later) => later.call.outcome === 'ok' && (named ? later.call.name === named : later.call.tool === call.tool),
    );
    return [
      claim(step, fix, {
        relation: 'hook-rule',
        key: `${call.tool} ${denied}`,
        wrong: denied,
        ...(named ? { right: named } : {}),
        facts: { tool: call.name },
      }),
    ];
  },
};
