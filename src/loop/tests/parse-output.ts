import { addUpTests, type ParsedTests } from '../../programs/test-reports/parsed-tests.ts';
import type { TestFramework, TestParser } from '../../programs/test-runner.ts';
import { testRunners } from '../../programs/test-runners.ts';
import { stripControls } from '../../shared/terminal.ts';

/** Returns the test results in the output of a known runner. */
export function parseOutput(framework: TestFramework, output: string, cwd: string): ParsedTests | undefined {
  const parsers = framework === 'exit-code' ? undefined : testRunners.find((runner) => runner.framework === framework)?.parsers;
  return parsers ? parseFirst(parsers, stripControls(output), cwd) : parseAnyOutput(output, cwd);
}

/**
 * Returns the test results in an output of unknown origin: a command such as `make test` hides which runner it starts, and may
 * start several. The output is searched for the messages of each runner, and the results are added up.
 */
export function parseAnyOutput(output: string, cwd: string): ParsedTests | undefined {
  // Done once for all runners, because it takes longest.
  const plain = stripControls(output);
  // TAP output that Node's parser reads must not be counted again by another parser.
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
