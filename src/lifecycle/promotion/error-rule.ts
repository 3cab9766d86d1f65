import type { Trigger } from '../../lessons/lesson.ts';
import { parseGlob } from '../../lessons/triggers/glob.ts';
import { parseRule } from '../../lessons/triggers/rule.ts';
import { type CommandRule, readCommandRule } from './command-rule.ts';

/** A trigger on what an error says, in a form that a script of its own can match. */
export interface ErrorRule {
  /** Each form is the texts that stand in the error in this order, in lower case. */
  errors: readonly (readonly string[])[];
  /** The tool or program by its name, each form as the texts between its stars; any tool where absent. */
  tool?: readonly (readonly string[])[];
  /** The commands it is about, where the rule is about commands. */
  command?: CommandRule;
}

/** Reads the trigger of a lesson; nothing where it says nothing of errors, or more must be so than a script can see. */
export function readErrorRule(trigger: Trigger | undefined): ErrorRule | undefined {
  if (trigger?.error === undefined || trigger.when !== undefined) return undefined;
  const errors = parseGlob(trigger.error.toLowerCase())?.forms.map((form) => form.filter((part) => part.trim() !== ''));
  const rule = parseRule(trigger.rule);
  if (!rule || !errors || errors.length === 0 || errors.some((form) => form.length === 0)) return undefined;
  if (rule.tool === 'Tool') return rule.name.source === '*' ? { errors } : { errors, tool: rule.name.forms };
  const command = readCommandRule({ rule: trigger.rule, failed: 0, succeeded: 0 });
  return rule.tool === 'Bash' && command ? { errors, command } : undefined;
}
