import { CallView } from './call-view.ts';
import { findSubjects } from './match-rule.ts';
import { parseRule, type TriggerRule } from './rule.ts';
import type { MatchedCall, Unscored } from './score.ts';

/**
 * Distinguishes a stand-alone command from a filter in a pipe, if the failures of a rule are all of one kind and successful calls
 * are of the other: `grep x src` may fail for a reason that `make | grep x` never has. Returns the condition with the calls that
 * are left.
 */
export function narrowByPipe(
  calls: readonly MatchedCall[],
  { trigger, failedCalls, since }: Pick<Unscored, 'trigger' | 'failedCalls' | 'since'>,
): { when: string; calls: MatchedCall[] } | undefined {
  if (trigger.when !== undefined || !calls.some((call) => call.outcome === 'ok' && call.at >= since)) return undefined;
  if (!calls.some(({ input: { command } }) => command?.includes('|'))) return undefined;
  const rule = parseRule(trigger.rule);
  if (rule?.tool !== 'Bash') return undefined;
  const placed = calls.map((call) => ({ call, ...placesOf(call, rule) }));
  const failed = placed.filter(({ call }) => failedCalls.has(call.id));
  const worked = placed.filter(({ call }) => call.outcome === 'ok' && call.at >= since && !failedCalls.has(call.id));
  for (const [place, when] of PLACES) {
    const left = placed.filter((one) => one[place]);
    if (failed.length >= FEWEST && failed.every((one) => one[place]) && worked.some((one) => !one[place]))
      return { when, calls: left.map(({ call }) => call) };
  }
  return undefined;
}

const PLACES = [
  ['unpiped', 'not behind a pipe'],
  ['piped', 'behind a pipe'],
] as const;

/** A single failure may be in either place by chance. */
const FEWEST = 2;

function placesOf(call: MatchedCall, rule: TriggerRule): { piped: boolean; unpiped: boolean } {
  if (!call.input.command?.includes('|')) return { piped: false, unpiped: true };
  const view = new CallView(call, call.roots, call.cwd);
  const commands = [...findSubjects(rule, view)].flatMap(({ seen }) => (seen ? [seen.command] : []));
  return { piped: commands.some(({ piped }) => piped), unpiped: commands.some(({ piped }) => !piped) };
}
