import type { Lesson } from '../../lessons/lesson.ts';
import { isProven, type ReplayedTrigger } from '../../lessons/triggers/proven.ts';
import { isAnyWords, type TriggerRule } from '../../lessons/triggers/rule.ts';

/**
 * The exchange that a lesson stands for: `Run `uv run python` instead of `python3``, with a trigger of exactly those words. Nothing where
 * it says anything else, or its trigger has not proven itself in the user's own sessions, or ever matched a call that went well.
 */
export function findRewrite(
  { guidance, trigger }: Pick<Lesson, 'guidance' | 'trigger'>,
  rule: TriggerRule,
  replayed: ReplayedTrigger,
): { from: string; to: string } | undefined {
  if (!trigger || trigger.succeeded > 0 || !isProven(replayed)) return undefined;
  if (rule.tool !== 'Bash' || rule.or || trigger.when !== undefined || trigger.error !== undefined) return undefined;
  const [, to, from] = /^Run `([^`]+)` instead of `([^`]+)`/.exec(guidance) ?? [];
  return to !== undefined && from !== undefined && startsWith(rule, from) ? { from, to } : undefined;
}

/** Whether the rule is these words and then anything. */
function startsWith(rule: Extract<TriggerRule, { tool: 'Bash' }>, words: string): boolean {
  const last = rule.words.at(-1);
  const plain = rule.words.slice(0, -1);
  if (!last || !isAnyWords(last) || plain.some(({ forms }) => forms.length !== 1 || forms[0]?.length !== 1)) return false;
  return plain.map(({ forms }) => forms[0]?.[0]).join(' ') === words;
}
