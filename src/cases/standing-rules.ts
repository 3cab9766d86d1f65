import type { Case } from './case.ts';
import { allCalls, type CaseHistory } from './read-history.ts';

/** A rule that agents are told already: in a context file or by a lesson. */
export interface StandingRule {
  /** `CLAUDE.md:12`, `L-003`. */
  where: string;
  text: string;
}

/** A standing rule with the calls that name what it has in code marks. */
export interface RuleRecord extends StandingRule {
  calls: number;
  failed: number;
}

/** Counts the calls that name what each rule has in code marks: nothing is known of rules without any. */
export function countRules(
  rules: readonly StandingRule[],
  history: CaseHistory,
  failing: ReadonlySet<unknown>,
): RuleRecord[] {
  const records = rules.map((rule) => ({ ...rule, names: namesIn(rule.text), calls: 0, failed: 0 }));
  const named = records.filter(({ names }) => names.length > 0);
  if (named.length > 0)
    for (const { step } of allCalls(history)) {
      const text = step.call.input.command ?? step.call.input.path;
      if (text === undefined) continue;
      for (const record of named) {
        if (!record.names.some((name) => text.includes(name))) continue;
        record.calls += 1;
        if (failing.has(step)) record.failed += 1;
      }
    }
  return records.map(({ names: _, ...record }) => record);
}

/** Returns the line of a context file that names most of the failing calls of a case: what it says was not followed. */
export function ruleOf({ failing }: Case, rules: readonly StandingRule[]): string | undefined {
  const texts = failing.map(({ step: { call } }) => `${call.input.command ?? ''} ${call.input.path ?? ''}`);
  return rules.find(({ text, where }) => {
    const names = /^L-\d+$/.test(where) ? [] : namesIn(text);
    return texts.filter((one) => names.some((name) => isNamed(name, one))).length * 2 > texts.length;
  })?.where;
}

function isNamed(name: string, text: string): boolean {
  const at = text.indexOf(name);
  return at >= 0 && !/[\w-]/.test(text[at - 1] ?? ' ') && !/[\w-]/.test(text[at + name.length] ?? ' ');
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]{3,120})`/g)].map(([, name = '']) => name.trim());
}
