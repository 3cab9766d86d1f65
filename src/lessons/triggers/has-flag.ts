import { type Glob, matchGlob } from './glob.ts';
import { commandsOf, parseRule, splitWords } from './rule.ts';

/**
 * Whether a command has one of the flags that a rule is about; true for a rule that names none. A memory written by an earlier
 * release may list calls that failed because of another flag, and these are no evidence.
 */
export function hasFlagOf(rule: string, command: string): boolean {
  const flags = flagsOf(rule);
  if (flags.length === 0) return true;
  const words = splitWords(command).map((word) => word.replace(/^["'(`]+|["')`;|&]+$/g, ''));
  return words.some((word) => flags.some((glob) => matchGlob(glob, word)));
}

function flagsOf(text: string): Glob[] {
  const rule = parseRule(text);
  if (rule?.tool !== 'Bash') return [];
  return commandsOf(rule).flatMap((words) =>
    words.filter(({ forms }) => forms.every(([head = '']) => head.startsWith('-'))),
  );
}
