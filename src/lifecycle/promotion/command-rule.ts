import type { Trigger } from '../../lessons/lesson.ts';
import { parseConditions } from '../../lessons/triggers/condition.ts';
import type { Glob } from '../../lessons/triggers/glob.ts';
import { isAnyWords, parseRule } from '../../lessons/triggers/rule.ts';

/** One word of a command: its forms, each as the texts between its stars; `null` stands for any number of words. */
type WordForms = readonly (readonly string[])[] | null;

/** A trigger on commands, in a form that a standalone script can match. */
export interface CommandRule {
  /** The pattern, word by word. */
  words: WordForms[];
  /** Words that must not occur in the command. */
  without: (readonly (readonly string[])[])[];
  /** Whether the text of the command alone decides; otherwise there is a further condition, which a script cannot see. */
  isText: boolean;
  /** A command that must have run before, as the trigger names it. */
  needs?: string;
}

/** Reads the trigger of a lesson; returns undefined if it is not about commands, or is about their output. */
export function readCommandRule(trigger: Trigger | undefined): CommandRule | undefined {
  const rule = trigger && trigger.error === undefined ? parseRule(trigger.rule) : undefined;
  // A script matches a single command.
  if (rule?.tool !== 'Bash' || rule.or) return undefined;
  // A rule that consists only of stars would match every command.
  if (!rule.words.some((word) => !isAnyWords(word) && word.forms.every((form) => form.join('') !== '')))
    return undefined;
  const conditions = trigger?.when === undefined ? [] : parseConditions(trigger.when);
  if (!conditions) return undefined;
  const without = conditions.flatMap((condition) => (condition.kind === 'without' ? [condition.word.forms] : []));
  const needs = conditions.flatMap((condition) =>
    condition.kind === 'not-run' ? [nameCommand(condition.command)] : [],
  )[0];
  return {
    words: rule.words.map((word) => (isAnyWords(word) ? null : word.forms)),
    without,
    isText: without.length === conditions.length,
    needs,
  };
}

/** Returns the command that a rule spells out, without the star at its end; undefined if it leaves more open. */
function nameCommand(words: readonly Glob[]): string | undefined {
  const named = isAnyWords(words.at(-1) ?? { source: '', forms: [] }) ? words.slice(0, -1) : words;
  const spelled = named.map(({ forms }) => (forms.length === 1 && forms[0]?.length === 1 ? forms[0][0] : undefined));
  return spelled.length > 0 && spelled.every((word) => word !== undefined) ? spelled.join(' ') : undefined;
}
