import { parseConditions } from './condition.ts';
import { parseRule } from './rule.ts';

/** A rule and its conditions as people write them: `Bash(go test *) when cwd is not .`. */
export interface TriggerText {
  /** What the call must be. */
  rule: string;
  /** What must be so besides. */
  when?: string;
}

/** Takes the two apart; nothing where either cannot be read. */
export function parseTrigger(text: string): TriggerText | undefined {
  // The rule may hold the word itself: the split is where both sides can be read.
  for (let at = text.indexOf(JOINT); at >= 0; at = text.indexOf(JOINT, at + 1)) {
    const rule = text.slice(0, at + 1);
    const when = text.slice(at + JOINT.length);
    if (parseRule(rule) && parseConditions(when)) return { rule, when };
  }
  return parseRule(text) && { rule: text };
}

/** Both as one text. */
export function printTrigger({ rule, when }: TriggerText): string {
  return when === undefined ? rule : `${rule} when ${when}`;
}

const JOINT = ') when ';
