import type { History, PastAction } from './history.ts';
import { anchorsOf } from './triggers/anchors.ts';
import { commandsOf, matchWords, parseRule, splitWords } from './triggers/rule.ts';

/**
 * Returns the actions of shell calls that a rule such as `Bash(git push *)` matches, for a lesson that depends on how often they
 * occurred.
 */
export function* findMatches(rule: string, history: History): Iterable<PastAction> {
  const parsed = parseRule(rule);
  if (parsed?.tool !== 'Bash') return;
  const isMeant = (words: readonly string[]) => commandsOf(parsed).some((command) => matchWords(command, words));
  for (const word of anchorsOf(parsed) ?? [''])
    for (const deed of history.naming(word)) if (isMeant(splitWords(deed.text))) yield deed;
}
