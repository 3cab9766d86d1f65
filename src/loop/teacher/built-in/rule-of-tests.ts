import {
  code,
  fixed,
  joinSentences,
  listWords,
  type Quotable,
  quotable,
  quotableName,
  quotablePath,
  type Sentence,
  say,
} from '../../../lessons/quotable.ts';
import type { TestFailure } from '../../../programs/test-reports/parsed-tests.ts';
import type { FailureCase } from '../../failure-case.ts';
import { nameAssertedCall, nameRaisingCall } from './asserted-call.ts';
import { changedFiles } from './changed-files.ts';
import { type Expectation, readExpectation } from './expectations.ts';
import type { WordedTeaching } from './worded-rule.ts';

/** Upper bound: nobody reads a rule with more expectations. */
const MOST_TOLD = 3;

/** Derives a rule from the expectations of failed tests: what must hold, where, and which test says so. */
export function ruleOfTests({ failures, diff }: FailureCase): WordedTeaching | undefined {
  const told = failures.flatMap((test) => {
    const said = readExpectation(test.message);
    const expectation = said && addCall(said, test);
    return expectation ? [{ test, expectation }] : [];
  });
  const [first] = told;
  if (!first) return undefined;
  const sentences = [...new Set(told.flatMap(({ test, expectation }) => demand(test, expectation) ?? []))].slice(
    0,
    MOST_TOLD,
  );
  if (sentences.length === 0) return undefined;
  const files = changedFiles(diff);
  const tests = [...new Set(told.flatMap(({ test }) => quotablePath(test.file) ?? []))].slice(0, MOST_TOLD);
  return {
    analysis: say`${told.length === 1 ? 'A test' : say`${told.length} tests`} expected something other than what the code returns: ${joinSentences(sentences, ' ')}`,
    rule: {
      rule: joinSentences(sentences, ' '),
      when: whenOf(files, tests),
      why: say`${nameOf(first.test)} failed without it${told.length > 1 ? say`, and ${told.length - 1} more` : ''}.`,
      category: CATEGORIES[first.expectation.kind],
    },
  };
}

/** Completes from the test's code what the message leaves open. */
function addCall(said: Expectation, { code: written }: TestFailure): Expectation | undefined {
  if (said.kind === 'value') return nameAssertedCall(said, written);
  return said.kind === 'raise' ? nameRaisingCall(said, written) : said;
}

const CATEGORIES: Readonly<Record<Expectation['kind'], string>> = {
  value: 'behaviour',
  raise: 'error-handling',
  name: 'interface',
};

function demand(test: TestFailure, expectation: Expectation): Sentence | undefined {
  switch (expectation.kind) {
    case 'value': {
      const [subject, actual, expected] = [expectation.subject, expectation.actual, expectation.expected].map((text) =>
        quotable(text),
      );
      if (!actual || !expected) return undefined;
      return subject === undefined
        ? say`${nameOf(test)} expects ${code(expected)}: do not return ${code(actual)}.`
        : say`${code(subject)} must be ${code(expected)}, not ${code(actual)}.`;
    }
    case 'raise': {
      const named = quotableName(expectation.error);
      const error = named ? code(named) : 'an error';
      const subject = quotable(expectation.subject);
      return subject === undefined
        ? say`${nameOf(test)} expects ${error} to be raised: do not let the call succeed.`
        : say`${code(subject)} must raise ${error}.`;
    }
    case 'name': {
      const [name, owner] = [expectation.name, expectation.owner].map((text) => quotable(text));
      if (!name) return undefined;
      return say`${nameOf(test)} uses ${code(name)}${owner === undefined ? '' : say` of ${code(owner)}`}: define it under that name.`;
    }
  }
}

/** Names a test, whose name says what it is about, as far as it can be quoted. */
function nameOf({ id }: TestFailure): Sentence {
  const name = quotable(id, 200);
  return name === undefined ? fixed('A test') : code(name);
}

function whenOf(files: readonly Quotable[], tests: readonly Quotable[]): Sentence {
  if (files.length > 0 && files.length <= MOST_TOLD) return say`Changing ${listWords(files.map(code))}.`;
  return tests.length > 0
    ? say`Changing code that ${listWords(tests.map(code))} tests.`
    : fixed('Changing code that these tests cover.');
}
