import { readMeaning } from '../../../lessons/remarks/words.ts';
import { normaliseText } from '../../../memory/sources/lesson-texts.ts';
import { areOpposite } from '../text/directives.ts';
import { nameSet } from '../text/names.ts';
import type { CaptureRefusal } from './refusal.ts';

/** A rule in an instruction file, which agents are told already. */
export interface InstructionRule {
  /** The file, relative to the project. */
  file: string;
  /** Its line, counted from 1. */
  line: number;
  text: string;
}

/** The share of a guidance's words that the rule must contain: the rule may say more, and in another order. */
const CONTAINED = 0.8;
/** Lower bound: any paragraph contains fewer words than this. */
const FEWEST_WORDS = 3;

/** Refuses a guidance that an instruction file gives already. */
export function judgeKnown(guidance: string, rules: readonly InstructionRule[]): CaptureRefusal | undefined {
  const known = findKnownRule(guidance, rules);
  if (!known) return undefined;
  return {
    code: 'known-rule',
    message: `${known.file}:${known.line} already says so.`,
    hint: 'Reword that rule if it was not followed.',
    isHard: false,
  };
}

/** Finds the rule that contains a guidance: all the names and nearly all the words, without saying the opposite. */
export function findKnownRule(guidance: string, rules: readonly InstructionRule[]): InstructionRule | undefined {
  const text = normaliseText(guidance);
  const words = [...new Set(readMeaning(guidance).words)];
  const names = [...nameSet(guidance)];
  return rules.find((rule) => {
    if (words.length < FEWEST_WORDS) return normaliseText(rule.text) === text;
    if (normaliseText(rule.text).includes(text)) return true;
    const ruleNames = nameSet(rule.text);
    if (!names.every((name) => ruleNames.has(name))) return false;
    const ruleWords = new Set(readMeaning(rule.text).words);
    const contained = words.filter((word) => ruleWords.has(word)).length / words.length;
    return contained >= CONTAINED && !areOpposite(guidance, rule.text);
  });
}
