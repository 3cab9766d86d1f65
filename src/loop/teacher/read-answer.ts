import { z } from 'zod';
import { parseJson } from '../../programs/test-reports/jest-json.ts';
import type { LearnedRule } from '../failure-case.ts';

/** A teacher's answer before it is cleaned. */
interface RawTeaching {
  analysis: string;
  rule?: LearnedRule;
}

/** Upper bound: longer answers were not asked for. */
const LONGEST_ANSWER = 100_000;

const text = z.string().max(20_000);

const ruleSchema = z.union([
  z.object({ rule: text, when: text.optional(), why: text.optional(), category: text.nullish() }),
  text,
]);

const answerSchema = z.object({ analysis: text.optional(), rule: ruleSchema.nullish() });

/**
 * Reads a model's answer: the JSON object that it was asked for, anywhere in the text, or the three lines Rule, When and Why.
 * Returns undefined if it is neither.
 */
export function readTeacherAnswer(answer: string): RawTeaching | undefined {
  const said = answer.slice(0, LONGEST_ANSWER);
  const object = readObject(findObject(said));
  if (object) return object;
  const rule = readLines(said);
  return rule && { analysis: said.slice(0, said.search(RULE_LINE)).trim(), rule };
}

/** Reads a webhook's answer: the object, or a list with it, as some workflows send it. */
export function readObject(value: unknown): RawTeaching | undefined {
  const checked = answerSchema.safeParse(Array.isArray(value) ? value[0] : value);
  if (!checked.success) return undefined;
  const { analysis = '', rule } = checked.data;
  if (analysis === '' && (rule === undefined || rule === null)) return undefined;
  if (rule === undefined || rule === null) return { analysis };
  if (typeof rule === 'string') {
    if (rule.trim() === '') return { analysis };
    return { analysis, rule: readLines(rule) ?? { rule, when: '', why: '' } };
  }
  const { when = '', why = '', category } = rule;
  return { analysis, rule: { rule: rule.rule, when, why, category: category || undefined } };
}

/** Finds the object in a text, because models put words or a fence around it; undefined if there is none. */
export function findObject(said: string): unknown {
  const whole = parseJson(said.trim());
  if (whole !== undefined) return whole;
  // Braces in the words around it are followed by something else.
  const start = said.search(/\{\s*["}]/);
  // From the outside in: the last brace that closes a complete object.
  for (
    let end = said.lastIndexOf('}'), tries = 0;
    start >= 0 && end > start && tries < 20;
    end = said.lastIndexOf('}', end - 1), tries++
  ) {
    const value = parseJson(said.slice(start, end + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}

const RULE_LINE = /^[ \t]{0,8}(?:[-*][ \t]{1,4})?(?:\*\*)?Rule(?:\*\*)?:/im;

/** Reads `- **Rule**: …`, `- **When**: …`, `- **Why**: …`, each up to the next. */
function readLines(said: string): LearnedRule | undefined {
  const found: Record<string, string> = {};
  let name = '';
  for (const line of said.split(/\r?\n/)) {
    const match = /^[ \t]{0,8}(?:[-*][ \t]{1,4})?(?:\*\*)?(Rule|When|Why|Category)(?:\*\*)?:(?:\*\*)?[ \t]*(.*)$/i.exec(
      line,
    );
    if (match) {
      name = (match[1] ?? '').toLowerCase();
      found[name] = match[2] ?? '';
    } else if (/^[ \t]*(?:[-*]|#)/.test(line) || line.trim() === '') name = '';
    else if (name !== '') found[name] = `${found[name]} ${line.trim()}`;
  }
  const { rule, when = '', why = '', category } = found;
  return rule?.trim() ? { rule, when, why, category: category || undefined } : undefined;
}
