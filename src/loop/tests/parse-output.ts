import { stripControls } from '../../shared/terminal.ts';
import type { TestFramework } from '../test-run.ts';
import type { ParsedTests } from './parsed-tests.ts';
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

/**
 * The tests that an output tells of. Where nobody said whose it is, each runner's own words are looked for: a command such as `make test`
 * hides which one it starts.
 */
export function parseOutput(framework: TestFramework, output: string, cwd: string): ParsedTests | undefined {
  const own = framework === 'exit-code' || framework === 'junit' ? [] : PARSERS[framework];
  const parsers = own.length > 0 ? own : [...Object.values(PARSERS).flat(), parseUnittestText];
  // Once for all of them: it is what takes longest.
  const plain = stripControls(output);
  for (const parse of parsers) {
    const parsed = parse(plain, cwd);
    if (parsed) return parsed;
  }
  return undefined;
}
