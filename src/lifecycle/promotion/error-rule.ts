import type { Trigger } from '../../lessons/lesson.ts';
import { parseGlob } from '../../lessons/triggers/glob.ts';
import { parseRule } from '../../lessons/triggers/rule.ts';
import { type CommandRule, readCommandRule } from './command-rule.ts';

/** A trigger on the text of an error, in a form that a standalone script can match. */
export interface ErrorRule {
  /** Each form lists texts that occur in the error in this order, in lower case. */
  errors: readonly (readonly string[])[];
  /** The name of the tool or program, each form as the texts between its stars; any tool if absent. */
  tool?: readonly (readonly string[])[];
  /** The commands concerned, if the rule is about commands. */
  command?: CommandRule;
}

/** Reads the trigger of a lesson; returns undefined if it is not about errors, or has conditions that a script cannot see. */
export function readErrorRule(trigger: Trigger | undefined): ErrorRule | undefined {
  if (trigger?.error === undefined || trigger.when !== undefined) return undefined;
  const errors = parseGlob(trigger.error.toLowerCase())?.forms.map((form) => form.filter((part) => part.trim() !== ''));
  const rule = parseRule(trigger.rule);
  if (!rule || !errors || errors.length === 0 || errors.some((form) => form.length === 0)) return undefined;
  if (rule.tool === 'Tool') return rule.name.source === '*' ? { errors } : { errors, tool: rule.name.forms };
  const command = readCommandRule({ rule: trigger.rule, failed: 0, succeeded: 0 });
  return rule.tool === 'Bash' && command ? { errors, command } : undefined;
}
