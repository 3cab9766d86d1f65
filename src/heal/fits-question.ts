import { markLines } from '../failures/error-mark.ts';
import { type Glob, matchGlob } from '../lessons/triggers/glob.ts';
import { type ErrorText, isInError, readErrorText } from '../lessons/triggers/match-error.ts';
import { commandsOf, isAnyWords, parseRule, type TriggerRule } from '../lessons/triggers/rule.ts';
import { matchToolName } from '../lessons/triggers/tool-name.ts';
import { programName } from '../shared/program-name.ts';
import { namesOne } from './telling-words.ts';

/** The parts of a lesson against which a question is matched. */
export interface AskedTrigger {
  rule: string;
  /** The text of the error, as stored. */
  error?: string;
  /** If that is not stored: words that distinguish its error from others. */
  words?: readonly string[];
  /** Marks of the errors from which it was derived. */
  marks?: readonly string[];
}

/** A parsed question. */
interface ReadQuestion {
  tool: string | undefined;
  error: ErrorText | undefined;
  /** Marks of the lines of the error. */
  marks: ReadonlySet<string>;
}

/** Parses a question. */
export function readQuestion({ tool, error }: { tool?: string | undefined; error?: string | undefined }): ReadQuestion {
  if (error === undefined) return { tool, error, marks: new Set() };
  return { tool, error: readErrorText(error), marks: markLines(error) };
}

/** Returns how a lesson matches: by the very tool, or by a rule for every tool; undefined if it does not match. */
export function fitQuestion(trigger: AskedTrigger, question: ReadQuestion): { namesTool: boolean } | undefined {
  const rule = parseRule(trigger.rule);
  if (!rule) return undefined;
  if (question.tool !== undefined && !fitsTool(rule, question.tool, question.error !== undefined)) return undefined;
  const namesTool = question.tool !== undefined && !isEveryTool(rule);
  if (question.error !== undefined) return fitsError(trigger, question, namesTool) ? { namesTool } : undefined;
  // Without an error, a rule for every tool would match each tool, although it is usually the fix of another one.
  return namesTool ? { namesTool } : undefined;
}

/**
 * Whether the error matches. A stored text may occur anywhere in it. A lesson without one matches if it was derived from this very
 * error, or by its tool and the words that it shares with the error: without the tool, words prove too little.
 */
function fitsError({ error, words = [], marks = [] }: AskedTrigger, asked: ReadQuestion, namesTool: boolean): boolean {
  if (asked.error === undefined) return false;
  if (error !== undefined) return isInError(error, asked.error);
  const isSame = marks.some((mark) => asked.marks.has(mark));
  if (asked.tool === undefined) return isSame;
  return namesTool && (isSame || namesOne(words, asked.error, asked.tool));
}

/**
 * Whether a rule is about a tool, in the words of the question: `kubectl`, `kubectl get`, `./deploy.sh`, `bonfire_deploy`,
 * `Edit`. A fix is saved for a program as a whole: it answers for a subcommand only if the error matches, too.
 */
function fitsTool(rule: TriggerRule, tool: string, hasError: boolean): boolean {
  const asked = foldTool(tool);
  if (rule.tool === 'Tool') {
    const [first = '', ...rest] = asked.split(/\s+/);
    const names = rest.length === 0 || hasError ? [asked, programName(first)] : [asked];
    return names.some((name) => matchToolName(lower(rule.name), name));
  }
  if (rule.tool === 'Bash')
    return commandsOf(rule).some((words) => beginsCommand(words.map(lower), asked.split(/\s+/)));
  return rule.tool.toLowerCase() === asked;
}

/**
 * Whether a command that the rule is about may begin with these words. They must reach a word that the rule names: `* playwright
 * test *` is about `playwright` and `npx playwright`, and not about everything that could come before it.
 */
function beginsCommand(rule: readonly Glob[], words: readonly string[]): boolean {
  const named = rule.findIndex((glob) => !isAnyWords(glob));
  let places = skipAny(rule, [0]);
  for (const word of words) {
    places = skipAny(
      rule,
      places.flatMap((place) => {
        const glob = rule[place];
        if (glob === undefined) return [];
        if (isAnyWords(glob)) return [place];
        return matchGlob(glob, word) ? [place + 1] : [];
      }),
    );
  }
  return places.some((place) => place > named);
}

/** Adds to places in a rule those after a `*`, which may stand for no word. */
function skipAny(rule: readonly Glob[], places: readonly number[]): number[] {
  const all = new Set(places);
  // Elements that are added to a set during iteration are visited, too.
  for (const place of all) {
    const glob = rule[place];
    if (glob && isAnyWords(glob)) all.add(place + 1);
  }
  return [...all];
}

/** Normalises a tool for comparison. */
export function foldTool(tool: string): string {
  return tool.trim().toLowerCase();
}

function isEveryTool(rule: TriggerRule): boolean {
  return rule.tool === 'Tool'
    ? rule.name.source === '*'
    : rule.tool === 'Bash' && commandsOf(rule).some((words) => words.every(isAnyWords));
}

function lower(glob: Glob): Glob {
  return { source: glob.source.toLowerCase(), forms: glob.forms.map((form) => form.map((part) => part.toLowerCase())) };
}
