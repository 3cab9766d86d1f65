import type { Exchange, Trigger } from '../../lessons/lesson.ts';
import { isProven, type ReplayedTrigger } from '../../lessons/triggers/proven.ts';
import { isAnyWords, type TriggerRule } from '../../lessons/triggers/rule.ts';

/**
 * Returns the exchange of a lesson that hooks may make by themselves: its trigger is exactly the wrong words, has proved itself
 * in the user's own sessions, and never matched a call that went well. Undefined if one of these does not hold.
 */
export function findRewrite(
  { wrong, right }: Exchange,
  trigger: Trigger,
  rule: TriggerRule,
  replayed: ReplayedTrigger,
): { from: string; to: string } | undefined {
  if (trigger.succeeded > 0 || !isProven(replayed)) return undefined;
  if (rule.tool !== 'Bash' || rule.or || trigger.when !== undefined || trigger.error !== undefined) return undefined;
  return startsWith(rule, wrong) ? { from: wrong, to: right } : undefined;
}

/** Whether the rule is these words followed by anything. */
function startsWith(rule: Extract<TriggerRule, { tool: 'Bash' }>, words: string): boolean {
  const last = rule.words.at(-1);
  const plain = rule.words.slice(0, -1);
  if (!last || !isAnyWords(last) || plain.some(({ forms }) => forms.length !== 1 || forms[0]?.length !== 1)) return false;
  return plain.map(({ forms }) => forms[0]?.[0]).join(' ') === words;
}
