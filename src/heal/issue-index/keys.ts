import { namesOfTool } from '../../agents/mcp-name.ts';
import { EXPRESSION_MARK } from '../../lessons/triggers/error-pattern.ts';
import { compileExpression } from '../../lessons/triggers/expression.ts';
import { parseGlob } from '../../lessons/triggers/glob.ts';
import type { ErrorText } from '../../lessons/triggers/match-error.ts';
import { commandsOf, parseRule } from '../../lessons/triggers/rule.ts';
import { programName } from '../../shared/program-name.ts';
import { type AskedTrigger, foldTool } from '../fits-question.ts';

/** What is found by its tool has one of these, what is found by its error one of those; `ANY` is for what cannot be told by either. */
const TOOL = 't ';
const ERROR = 'e ';
const ANY = '*';

/** What has no pattern of an error is found by its tool, and by words that no key knows. */
export const NO_PATTERN = 'n';

/** Letters of an error that a pattern is found by. Shorter ones are in every text, and of longer ones few patterns have any. */
const GRAM = 4;

/** The keys of all tools that a trigger may be about: a question about one of them has one of its keys. */
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

/** The keys that a question about a tool has. */
export function keysOfTool(tool: string): string[] {
  const asked = foldTool(tool);
  const [first = ''] = asked.split(/\s+/);
  return [...new Set([ANY, ...namesOfTool(asked), first, programName(first)])].map((name) => TOOL + name);
}

/** Texts of which each error has one that a pattern matches; nothing where that cannot be said, and an empty list where it matches none. */
export function piecesOf(pattern: string): string[][] | undefined {
  if (!pattern.startsWith(EXPRESSION_MARK)) return parseGlob(pattern.toLowerCase())?.forms.map((form) => [...form]) ?? [];
  const expression = compileExpression(pattern.slice(EXPRESSION_MARK.length));
  if ('reason' in expression) return [];
  if (expression.pieces.some((text) => gramsOf(text).length > 0)) return [[...expression.pieces]];
  // A line break in a text is a blank in what it is found by.
  return expression.literals.some((text) => /\s/.test(text)) ? undefined : expression.literals.map((text) => [text]);
}

/** The keys of a pattern: of each alternative the four letters that the fewest patterns have. */
export function errorKeysOf(pattern: string, counts: ReadonlyMap<string, number>): string[] {
  const forms = piecesOf(pattern);
  if (forms === undefined) return [ERROR + ANY];
  return forms.map((form) => {
    const rarest = form.flatMap(gramsOf).sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1))[0];
    return ERROR + (rarest ?? ANY);
  });
}

/** How many patterns have each four letters. */
export function countGrams(patterns: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const pattern of patterns)
    for (const gram of new Set((piecesOf(pattern) ?? []).flat().flatMap(gramsOf))) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  return counts;
}

/** The keys that a question about an error has; lessons without a pattern answer it only where it names a tool. */
export function issueKeysOf({ joined }: ErrorText, tool: string | undefined): string[] {
  return [...(tool === undefined ? [] : [NO_PATTERN]), ERROR + ANY, ...new Set(gramsOf(joined).map((gram) => ERROR + gram))];
}

function gramsOf(text: string): string[] {
  const grams: string[] = [];
  for (let at = 0; at + GRAM <= text.length; at++) grams.push(text.slice(at, at + GRAM));
  return grams;
}
