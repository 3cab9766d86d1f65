import { code, listWords, type Quotable, quotable, quoteWords, type Sentence, say } from '../../../lessons/quotable.ts';
import type { FailureCase } from '../../failure-case.ts';
import { type ChangedFile, isTestFile, readDiff } from './changed-files.ts';
import type { WordedRule, WordedTeaching } from './worded-rule.ts';

/** Upper bounds: more differing files or lines are two ways to do the task, and do not show what was missing. */
const MOST_FILES = 3;
const MOST_LINES = 3;

/** Upper bound for a quoted line, because a rule has at most 400 characters. */
const LONGEST_LINE = 140;

/**
 * Derives a rule from a failed attempt at a task and a later one that passed: what it did in addition, or differently. Only
 * differences that are small enough to be the reason are worded.
 */
export function ruleOfRecovery({ task, diff, recovery, failures }: FailureCase): WordedTeaching | undefined {
  if (!recovery) return undefined;
  const failed = readDiff(diff).filter(isTelling);
  const passed = readDiff(recovery.diff).filter(isTelling);
  const others = (files: readonly ChangedFile[], known: readonly ChangedFile[]) =>
    files.filter(({ path }) => known.every((file) => file.path !== path)).map(({ path }) => path);
  const besides = others(passed, failed);
  const instead = others(failed, passed);
  const shared = passed.flatMap((file) => {
    const before = failed.find(({ path }) => path === file.path);
    return before ? [{ before, after: file }] : [];
  });
  const found =
    toldTogether(besides, instead, shared) ?? toldApart(besides, instead, task) ?? toldLines(besides, instead, shared);
  if (!found) return undefined;
  const test = quotable(failures[0]?.id, 200);
  return {
    analysis: say`Two attempts at the same task differ in this: ${found.rule} The first failed, the second passed.`,
    rule: {
      rule: found.rule,
      when: found.when,
      why: say`${test === undefined ? 'Tests' : code(test)} failed where that was not done, and passed where it was.`,
      category: found.category,
    },
  };
}

type Found = Pick<WordedRule, 'rule' | 'when'> & { category: string };

type Shared = readonly { before: ChangedFile; after: ChangedFile }[];

/** Words the rule that files have to be changed together. */
function toldTogether(besides: readonly Quotable[], instead: readonly Quotable[], shared: Shared): Found | undefined {
  if (besides.length === 0 || besides.length > MOST_FILES || instead.length > 0) return undefined;
  if (shared.length === 0 || shared.length > MOST_FILES) return undefined;
  return {
    rule: say`Change ${listWords(besides.map(code))} as well: the change is incomplete without ${besides.length === 1 ? 'it' : 'them'}.`,
    when: say`Changing ${listWords(shared.map(({ after }) => code(after.path)))}.`,
    category: 'change-together',
  };
}

/** Words the rule that the wrong file was changed. */
function toldApart(besides: readonly Quotable[], instead: readonly Quotable[], task: string): Found | undefined {
  const [right, wrong] = [besides[0], instead[0]];
  if (besides.length !== 1 || instead.length !== 1 || right === undefined || wrong === undefined) return undefined;
  const asked = quoteWords((task.split('\n')[0] ?? '').slice(0, 120));
  return {
    rule: say`Make such a change in ${code(right)}, not in ${code(wrong)}.`,
    when: asked === undefined ? say`Changing ${code(wrong)}.` : say`In tasks like this one: ${asked}.`,
    category: 'wrong-place',
  };
}

/** Words the rule for a few lines of one file that differ or were missing. */
function toldLines(besides: readonly Quotable[], instead: readonly Quotable[], shared: Shared): Found | undefined {
  if (besides.length + instead.length > 0) return undefined;
  const differing = shared.flatMap(({ before, after }) => {
    const wrong = without(before.added, after.added);
    const right = without(after.added, before.added);
    return wrong.length + right.length === 0 ? [] : [{ path: after.path, wrong, right }];
  });
  const [only] = differing;
  if (!only || differing.length > 1) return undefined;
  const [right, wrong] = [quoteLines(only.right), quoteLines(only.wrong)];
  if (right === undefined || wrong === undefined || right === '') return undefined;
  return {
    rule: say`In ${code(only.path)}, write ${right}${wrong === '' ? '' : say`, not ${wrong}`}.`,
    when: say`Changing ${code(only.path)}.`,
    category: 'behaviour',
  };
}

/** Quotes lines in a sentence; undefined if there are too many, or one of them cannot be quoted. */
function quoteLines(lines: readonly string[]): Sentence | undefined {
  const quoted = lines.flatMap((line) => quotable(line, LONGEST_LINE) ?? []);
  return lines.length > MOST_LINES || quoted.length < lines.length ? undefined : listWords(quoted.map(code));
}

/** Returns the lines that the other list lacks, ignoring whitespace; lines without a word are left out. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map((line) => line.trim()));
  return [...new Set(lines.map((line) => line.trim()))].filter((line) => /\w/.test(line) && !known.has(line));
}

/** Whether a file is relevant to the task: not a test, document, lock file or snapshot. */
function isTelling({ path }: ChangedFile): boolean {
  return (
    !isTestFile(path) &&
    !/\.(?:md|txt|rst|snap|lock|lockb|sum)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$/i.test(path)
  );
}
