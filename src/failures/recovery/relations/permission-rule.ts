import { signatureOf } from '../../shell/index.ts';
import { claim, type Relation, textOf } from '../relation.ts';

/** A permission rule of the agent's configuration refused the call. The rule stands: the lesson is not to try, never how to get around it. */
export const permissionRule: Relation = {
  name: 'permission-rule',
  explain(step) {
    const { failure, call, parsed } = step;
    if (failure.kind !== 'permission' || call.outcome !== 'blocked') return [];
    // A model's opinion of one call is no rule: the same call may pass a minute later.
    if (/auto[- ]mode|classifier/i.test(call.output)) return [];
    const denied = parsed?.main ? signatureOf(parsed.main) : call.name;
    return [
      claim(step, undefined, {
        relation: 'permission-rule',
        key: `${call.tool} ${denied}`,
        wrong: parsed?.main ? textOf(parsed.main) : call.name,
        facts: { tool: call.name },
      }),
    ];
  },
};
