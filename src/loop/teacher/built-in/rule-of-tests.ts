import { code, listWords, quotable } from '../../../lessons/draft.ts';
import type { FailureCase, LearnedRule } from '../../failure-case.ts';
import type { TestFailure } from '../../test-run.ts';
import { nameCall, nameRaisingCall } from './asserted-call.ts';
import { changedFiles } from './changed-files.ts';
import { type Expectation, readExpectation } from './expectations.ts';

/** More expectations make a rule that nobody reads. */
const MOST_TOLD = 3;

/** A rule from what failed tests expected: what must hold, where, and which test says so. */
export function ruleOfTests({ failures, diff }: FailureCase): { analysis: string; rule: LearnedRule } | undefined {
  const told = failures.flatMap((test) => {
    const said = readExpectation(test.message);
    const expectation = said && addCall(said, test);
    return expectation ? [{ test, expectation }] : [];
  });
  const [first] = told;
  if (!first) return undefined;
  const sentences = [...new Set(told.map(({ test, expectation }) => demand(test, expectation)))].slice(0, MOST_TOLD);
  const files = changedFiles(diff);
  const tests = [...new Set(told.flatMap(({ test }) => quotable(test.file) ?? []))].slice(0, MOST_TOLD);
  return {
    analysis: `${told.length === 1 ? 'A test' : `${told.length} tests`} expected something else than the code gives: ${sentences.join(' ')}`,
    rule: {
      rule: sentences.join(' '),
      when: whenOf(files, tests),
      why: `${nameOf(first.test)} failed without it${told.length > 1 ? `, and ${told.length - 1} more` : ''}.`,
      category: CATEGORIES[first.expectation.kind],
    },
  };
}

/** What the message leaves open, the code of the test may say. */
function addCall(said: Expectation, { code: written }: TestFailure): Expectation | undefined {
  if (said.kind === 'value') return nameCall(said, written);
  return said.kind === 'raise' ? nameRaisingCall(said, written) : said;
}

const CATEGORIES: Readonly<Record<Expectation['kind'], string>> = {
  value: 'behaviour',
  raise: 'error-handling',
  name: 'interface',
};

function demand(test: TestFailure, expectation: Expectation): string {
  switch (expectation.kind) {
    case 'value': {
      const { subject, actual, expected } = expectation;
      return subject === undefined
        ? `${nameOf(test)} expects ${code(expected)}: do not give ${code(actual)} there.`
        : `${code(subject)} must be ${code(expected)}, not ${code(actual)}.`;
    }
    case 'raise': {
      const error = /^an? /.test(expectation.error) ? expectation.error : code(expectation.error);
      return expectation.subject === undefined
        ? `${nameOf(test)} expects ${error} to be raised: do not let the call pass.`
        : `${code(expectation.subject)} must raise ${error}.`;
    }
    case 'name': {
      const { name, owner } = expectation;
      return `${nameOf(test)} uses ${code(name)}${owner === undefined ? '' : ` of ${code(owner)}`}: define it under that name.`;
    }
  }
}

/** A test by its name, which says what it is about; only as it can be quoted. */
function nameOf({ id }: TestFailure): string {
  const name = quotable(id, 200);
  return name === undefined ? 'A test' : code(name);
}

function whenOf(files: readonly string[], tests: readonly string[]): string {
  if (files.length > 0 && files.length <= MOST_TOLD) return `Changing ${listWords(files.map(code))}.`;
  return tests.length > 0 ? `Changing code that ${listWords(tests.map(code))} tests.` : 'Changing code that these tests cover.';
}
