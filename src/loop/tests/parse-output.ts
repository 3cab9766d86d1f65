import { stripControls } from '../../shared/terminal.ts';
import type { TestFramework } from '../test-run.ts';
import { addUpTests, type ParsedTests } from './parsed-tests.ts';
import { parseCargoText } from './parsers/cargo-text.ts';
import { parseGoJson } from './parsers/go.ts';
import { parseGoText } from './parsers/go-text.ts';
import { parseJestText } from './parsers/jest-text.ts';
import { parseMochaText } from './parsers/mocha-text.ts';
import { parseNodeSpec } from './parsers/node-spec.ts';
import { parsePytestText } from './parsers/pytest-text.ts';
import { parseTap } from './parsers/tap.ts';
import { parseUnittestText } from './parsers/unittest-text.ts';
import { parseVitestText } from './parsers/vitest-text.ts';

type Parser = (output: string, cwd: string) => ParsedTests | undefined;

/** What reads the output that a runner prints for people, where it gave no report. */
const PARSERS: Readonly<Record<Exclude<TestFramework, 'exit-code' | 'junit'>, readonly Parser[]>> = {
  pytest: [parsePytestText],
  vitest: [parseVitestText],
  jest: [parseJestText],
  'node-test': [parseNodeSpec, parseTap],
  mocha: [parseMochaText],
  go: [(output, cwd) => parseGoJson(output, { cwd }), (output, cwd) => parseGoText(output, { cwd })],
  cargo: [parseCargoText],
  tap: [parseTap],
};

/** Those that read the output of one runner each: what Node's reads in TAP is not told by another one again. */
const { tap: _, ...ofRunners } = PARSERS;
const ANY: readonly (readonly Parser[])[] = [...Object.values(ofRunners), [parseUnittestText]];

/** The tests that an output tells of. */
export function parseOutput(framework: TestFramework, output: string, cwd: string): ParsedTests | undefined {
  if (framework === 'exit-code' || framework === 'junit') return parseAnyOutput(output, cwd);
  return parseFirst(PARSERS[framework], stripControls(output), cwd);
}

/**
 * The tests that an output tells of where nobody said whose it is: a command such as `make test` hides which runner it starts, and may
 * start several. Each one's own words are looked for, and what they say is added up.
 */
export function parseAnyOutput(output: string, cwd: string): ParsedTests | undefined {
  // Once for all of them: it is what takes longest.
  const plain = stripControls(output);
  const parts = ANY.flatMap((own) => parseFirst(own, plain, cwd) ?? []);
  return parts.length > 1 ? addUpTests(parts) : parts[0];
}

function parseFirst(parsers: readonly Parser[], output: string, cwd: string): ParsedTests | undefined {
  for (const parse of parsers) {
    const parsed = parse(output, cwd);
    if (parsed) return parsed;
  }
  return undefined;
}
