import { addUpTests, type ParsedTests } from '../../programs/test-reports/parsed-tests.ts';
import type { TestFramework, TestParser } from '../../programs/test-runner.ts';
import { testRunners } from '../../programs/test-runners.ts';
import { stripControls } from '../../shared/terminal.ts';

/** The tests that an output tells of. */
export function parseOutput(framework: TestFramework, output: string, cwd: string): ParsedTests | undefined {
  const parsers = framework === 'exit-code' ? undefined : testRunners.find((runner) => runner.framework === framework)?.parsers;
  return parsers ? parseFirst(parsers, stripControls(output), cwd) : parseAnyOutput(output, cwd);
}

/**
 * The tests that an output tells of where nobody said whose it is: a command such as `make test` hides which runner it starts, and may
 * start several. Each one's own words are looked for, and what they say is added up.
 */
export function parseAnyOutput(output: string, cwd: string): ParsedTests | undefined {
  // Once for all of them: it is what takes longest.
  const plain = stripControls(output);
  // What Node's reads in TAP is not told by another one again.
  const own = testRunners.filter(({ isShared }) => !isShared);
  const parts = own.flatMap(({ parsers = [] }) => parseFirst(parsers, plain, cwd) ?? []);
  return parts.length > 1 ? addUpTests(parts) : parts[0];
}

function parseFirst(parsers: readonly TestParser[], output: string, cwd: string): ParsedTests | undefined {
  for (const parse of parsers) {
    const parsed = parse(output, cwd);
    if (parsed) return parsed;
  }
  return undefined;
}
