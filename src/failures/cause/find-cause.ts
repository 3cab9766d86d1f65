import type { CauseRule } from '../../programs/cause-rule.ts';
import { programs } from '../../programs/index.ts';
import { argumentRules } from './argument-parsers.ts';
import { usageRules } from './argument-usage.ts';
import { Markers } from './markers.ts';
import { repositoryRules } from './repository.ts';
import { shellRules } from './shell.ts';
import { shellWordRules } from './shell-words.ts';
import { serviceRules, toolRules } from './tools.ts';

/** A rule that matches the output, with the line that it matches. */
export interface Cause {
  rule: CauseRule;
  line: string;
  /** The index of the line in the output, from 0. */
  at: number;
  subject?: string;
  suggestion?: string;
  /** Every distinct subject named by lines of the same kind, in order. */
  subjects: string[];
}

/** Rules, with the markers that find the lines that any of them can match; most outputs have none. */
interface RuleSet {
  rules: readonly CauseRule[];
  markers: Markers;
}

const toolCauses = once(() => toolRules);

const shellCauses = once(() => {
  const rules = programRules().filter((rule) => !isAboutCode(rule));
  return [
    ...shellWordRules,
    ...shellRules,
    ...rules.filter(({ general }) => !general),
    ...argumentRules,
    ...usageRules,
    ...serviceRules,
    ...repositoryRules,
    ...rules.filter(({ general }) => general),
  ];
});

/**
 * Messages of checks about the code under work. They are not lessons in themselves: red tests, type errors and lint findings in
 * new code are work. They come last, so that a missing module or flag in the same output wins.
 */
const workCauses = once(() => {
  const rules = programRules().filter(isAboutCode);
  return [...rules.filter(({ general }) => !general), ...rules.filter(({ general }) => general)];
});

const strictCauses = once(() => [...shellCauses().rules, ...workCauses().rules].filter(({ strict }) => strict));

const quietCauses = once(() => shellCauses().rules.filter(({ quiet }) => quiet));

function programRules(): CauseRule[] {
  return programs.flatMap(({ causes = [] }) => causes);
}

function isAboutCode({ kind, work }: CauseRule): boolean {
  return work === true && (kind === 'check-failed' || kind === 'build-failed' || kind === 'test-failed');
}

/** Finds the cause in the answer of an agent's own tool. */
export function findToolCause(output: string): Cause | undefined {
  // The answer of a tool is one message, however long; its beginning gives the reason.
  return pick(
    matchRules(
      output.slice(0, 2000).replace(/^[^\n]{500}/, (head) => `${head}\n`),
      toolCauses(),
    ),
    '',
  );
}

/**
 * Finds the cause in the output of a failed shell command: the last line that a rule matches, because the first line that looks
 * like an error is often noise that passing runs print too. Messages of checks about the code under work count only if nothing
 * else matches.
 */
export function findShellCause(output: string): Cause | undefined {
  return pick(matchRules(output, shellCauses()), output) ?? pick(matchRules(output, workCauses()), output);
}

/** Finds causes strict enough to prove that a shell call without an error flag failed, in the order of their lines. */
export function findStrictCauses(output: string): Cause[] {
  return matchRules(output, strictCauses());
}

/** Whether the output may hold the complaint of a program that nevertheless ends with 0. */
export function mayBeQuiet(output: string): boolean {
  return quietCauses().markers.isIn(output);
}

/** Collects rules when they are first needed: most calls of a hook need none. */
function once(list: () => readonly CauseRule[]): () => RuleSet {
  let made: RuleSet | undefined;
  return () => {
    if (made === undefined) {
      const rules = list();
      made = { rules, markers: new Markers(rules.map((rule) => rule.has)) };
    }
    return made;
  };
}

/** Up to this many lines all rules are tried; above it, checking first which of their markers the output contains is faster. */
const FEW_LINES = 12;

function matchRules(output: string, { rules, markers }: RuleSet): Cause[] {
  const lines = markers.linesIn(output);
  const candidates = lines.length > FEW_LINES ? rules.filter((rule) => output.includes(rule.has)) : rules;
  const causes: Cause[] = [];
  for (const { at, line } of lines) {
    for (const rule of candidates) {
      if (!line.includes(rule.has)) continue;
      const match = rule.line.exec(line);
      if (!match) continue;
      const { subject, suggestion } = match.groups ?? {};
      causes.push({
        rule,
        line: line.trim(),
        at,
        subjects: [],
        subject: subject ? subject.trim() : undefined,
        suggestion: suggestion ? suggestion.trim() : undefined,
      });
      break;
    }
  }
  return causes;
}

/** Returns the suggestion near the error: "Did you mean '--region'?". A flag can only be corrected to a flag. */
function suggestedIn(output: string, { rule, at }: Cause): string | undefined {
  if (!correctable.has(rule.kind)) return undefined;
  const near = output
    .split('\n', at + 6)
    .slice(at)
    .join('\n')
    .slice(0, 1500);
  const word = (SUGGESTION_BELOW.exec(near) ?? SUGGESTION.exec(near))?.[1];
  return word !== undefined && word.startsWith('-') === (rule.kind === 'bad-flag') ? word : undefined;
}

/** "Did you mean this?" with the word on the next line, after the prefix that npm puts in front of each line. */
const SUGGESTION_BELOW =
  /did you mean (?:this|one of these)\?\s*\n(?:npm (?:error|ERR!) *)?\s*(?:npm (?:run )?)?(-{0,2}\w[\w:.-]*)/i;
const SUGGESTION =
  /(?:did you mean(?! this| one of)|similar (?:command|argument|name)\w*)[^\n:?]{0,20}?[:?]?\s*[`'"]?(-{0,2}\w[\w:.-]*)/i;

const correctable = new Set(['bad-flag', 'bad-subcommand', 'script-missing']);

function pick(causes: readonly Cause[], output: string): Cause | undefined {
  const specific = causes.filter((cause) => cause.rule.kind !== 'other' && !cause.rule.weak);
  const known = specific.length > 0 ? specific : causes.filter((cause) => cause.rule.kind !== 'other');
  const chosen = known.at(-1) ?? causes.at(-1);
  if (!chosen) return undefined;
  const alike = causes.filter((cause) => cause.rule.kind === chosen.rule.kind);
  const subjects = [...new Set(alike.flatMap((cause) => cause.subject ?? []))];
  const subject = chosen.subject ?? subjects.at(-1);
  const suggestion =
    chosen.suggestion ?? causes.find((cause) => cause.suggestion)?.suggestion ?? suggestedIn(output, chosen);
  return { ...chosen, subjects, ...(subject ? { subject } : {}), ...(suggestion ? { suggestion } : {}) };
}
