import { describeDenied } from '../denied.ts';
import { claim, type Relation } from '../relation.ts';

/**
 * A permission rule of the agent's configuration refused the call. The rule stands: the lesson is not to try, never how to bypass
 * it.
 */
export const permissionRule: Relation = {
  name: 'permission-rule',
  explain(step, view) {
    const { failure, call, told } = step;
    if (failure.kind !== 'permission' || told !== 'blocked') return [];
    // A model's opinion of one call is not a rule: the same call may pass a minute later.
    if (/auto[- ]mode|classifier/i.test(call.output)) return [];
    const denied = describeDenied(step, view);
    return [
      claim(step, undefined, {
        relation: 'permission-rule',
        key: denied.key,
        wrong: denied.paths.length > 0 && denied.program === undefined ? `${call.name}(${denied.form})` : denied.form,
        facts: {
          tool: call.name,
          ...(denied.program === undefined ? {} : { program: denied.program }),
          ...(denied.paths.length > 0 ? { paths: denied.paths.join('\n') } : {}),
        },
      }),
    ];
  },
};
