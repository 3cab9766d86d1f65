import { parseConditions } from './condition.ts';
import { parseRule } from './rule.ts';

/** A rule and its conditions as people write them: `Bash(go test *) when cwd is not .`. */
export interface TriggerText {
  /** The rule that the call must match. */
  rule: string;
  /** The additional conditions. */
  when?: string;
}

/** Splits a text into rule and conditions; undefined if either cannot be parsed. */
export function parseTrigger(text: string): TriggerText | undefined {
  // The rule may contain the word itself: the split is where both sides can be parsed.
  for (let at = text.indexOf(JOINT); at >= 0; at = text.indexOf(JOINT, at + 1)) {
    const rule = text.slice(0, at + 1);
    const when = text.slice(at + JOINT.length);
    if (parseRule(rule) && parseConditions(when)) return { rule, when };
  }
  return parseRule(text) && { rule: text };
}

/** Joins both into one text. */
export function printTrigger({ rule, when }: TriggerText): string {
  return when === undefined ? rule : `${rule} when ${when}`;
}

const JOINT = ') when ';
