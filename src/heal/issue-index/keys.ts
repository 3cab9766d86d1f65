import { namesOfTool } from '../../agents/mcp-name.ts';
import { EXPRESSION_MARK } from '../../lessons/triggers/error-pattern.ts';
import { compileExpression } from '../../lessons/triggers/expression.ts';
import { parseGlob } from '../../lessons/triggers/glob.ts';
import type { ErrorText } from '../../lessons/triggers/match-error.ts';
import { commandsOf, parseRule } from '../../lessons/triggers/rule.ts';
import { programName } from '../../shared/program-name.ts';
import { type AskedTrigger, foldTool } from '../fits-question.ts';

/**
 * The prefixes of keys by which lessons are found, by tool or by error; `ANY` after them marks lessons without a specific one.
 */
const TOOL = 't ';
const ERROR = 'e ';
const ANY = '*';

/**
 * The key of lessons without an error pattern. Questions that name a tool find them by it, because there are no keys for their
 * words; others find them by the marks of their errors.
 */
const NO_PATTERN = 'n';
const MARK = 'm ';

/**
 * The number of letters of an error by which a pattern is found. Shorter sequences occur in every text, and few patterns have
 * longer ones.
 */
const GRAM = 4;

/** Returns the keys of all tools that a trigger may be about: a question about one of them has one of these keys. */
export function toolKeysOf({ rule: text }: AskedTrigger): string[] {
  const rule = parseRule(text);
  if (!rule) return [];
  if (rule.tool !== 'Tool' && rule.tool !== 'Bash') return [TOOL + rule.tool.toLowerCase()];
  const names = rule.tool === 'Tool' ? [rule.name] : commandsOf(rule).map(([program]) => program);
  const keys = names.flatMap((name) => {
    const isPlain = name?.forms.every((form) => form.length === 1) ?? false;
    if (!name || !isPlain) return [TOOL + ANY];
    const words = name.forms.map(([word = '']) => word.toLowerCase());
    return (rule.tool === 'Tool' ? words.flatMap(namesOfTool) : words).map((word) => TOOL + word);
  });
  return [...new Set(keys)];
}

/** Returns the keys of a question about a tool. */
export function keysOfTool(tool: string): string[] {
  const asked = foldTool(tool);
  const [first = ''] = asked.split(/\s+/);
  return [...new Set([ANY, ...namesOfTool(asked), first, programName(first)])].map((name) => TOOL + name);
}

/**
 * Returns alternatives of texts, one of which occurs in every error that a pattern matches; undefined if that cannot be
 * determined, and an empty list if the pattern matches nothing.
 */
function piecesOf(pattern: string): string[][] | undefined {
  if (!pattern.startsWith(EXPRESSION_MARK))
    return parseGlob(pattern.toLowerCase())?.forms.map((form) => [...form]) ?? [];
  const expression = compileExpression(pattern.slice(EXPRESSION_MARK.length));
  if ('reason' in expression) return [];
  if (expression.pieces.some((text) => gramsOf(text).length > 0)) return [[...expression.pieces]];
  // A line break in the text is a space in the key.
  return expression.literals.some((text) => /\s/.test(text)) ? undefined : expression.literals.map((text) => [text]);
}

/** Returns the keys of a pattern: for each alternative, the four letters that the fewest patterns have. */
export function errorKeysOf(pattern: string, counts: ReadonlyMap<string, number>): string[] {
  const forms = piecesOf(pattern);
  if (forms === undefined) return [ERROR + ANY];
  return forms.map((form) => {
    const rarest = form
      .flatMap(gramsOf)
      .sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1))[0];
    return ERROR + (rarest ?? ANY);
  });
}

/** Returns the keys of a lesson without a pattern. */
export function markKeysOf({ marks = [] }: AskedTrigger): string[] {
  return [NO_PATTERN, ...new Set(marks.map((mark) => MARK + mark))];
}

/** Counts how many patterns have each sequence of four letters. */
export function countGrams(patterns: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const pattern of patterns)
    for (const gram of new Set((piecesOf(pattern) ?? []).flat().flatMap(gramsOf)))
      counts.set(gram, (counts.get(gram) ?? 0) + 1);
  return counts;
}

/** Returns the keys of a question about an error, by its text and the marks of its lines. */
export function issueKeysOf({ joined }: ErrorText, marks: ReadonlySet<string>, tool: string | undefined): string[] {
  const withoutPattern = tool === undefined ? Array.from(marks, (mark) => MARK + mark) : [NO_PATTERN];
  return [...withoutPattern, ERROR + ANY, ...new Set(gramsOf(joined).map((gram) => ERROR + gram))];
}

function gramsOf(text: string): string[] {
  const grams: string[] = [];
  for (let at = 0; at + GRAM <= text.length; at++) grams.push(text.slice(at, at + GRAM));
  return grams;
}
