import { claim, findRetry, hasSameArguments, isSameTool, type Relation, typedNew } from '../relation.ts';
import { isRuntime, runtimeFacts } from '../runtime-facts.ts';
import { callOf } from '../tool-names.ts';

/** The same command works once a variable is set in front of it. */
export const environmentVariable: Relation = {
  name: 'environment-variable',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (!failed || failure.work) return [];
    const retry = findRetry(
      step,
      view,
      ({ difference }) => {
        const changes = difference.changes.filter((change) => !/^(?:redirect|wrapper)/.test(change.kind));
        return changes.length === 1 && /^env-(?:added|replaced)$/.test(changes[0]?.kind ?? '');
      },
      (command) => isSameTool(command, failed) && hasSameArguments(command, failed),
    );
    const change = retry?.difference.changes.find((candidate) => /^env-(?:added|replaced)$/.test(candidate.kind));
    const setting = change && typedNew(change);
    if (!retry || !setting) return [];
    const name = setting.split('=', 1)[0] ?? setting;
    // The first word decides which version runs, whatever it starts.
    const tool = isRuntime(failure) ? (failed.runner[0] ?? failed.program) : callOf(failed);
    return [
      claim(step, retry.step, {
        relation: 'environment-variable',
        key: `${tool} ${name}`,
        wrong: tool,
        right: setting,
        because: failure.diagnostic,
        facts: { tool, name, ...runtimeFacts(failure) },
      }),
    ];
  },
};
