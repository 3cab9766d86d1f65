import { asBlocks, asJson, asText, isJson, type Json } from '../../shared/json-values.ts';
import { parseJson } from '../test-reports/jest-json.ts';
import { addFailure, addPass, fileFrom, lineIn, noTests, type ParsedTests } from '../test-reports/parsed-tests.ts';

/** The tests of mocha's JSON report. Hooks that failed are failures: the tests behind them did not run. */
export function parseMochaJson(text: string, cwd: string): ParsedTests | undefined {
  // Older versions print it after what tests print.
  const start = text.trimStart().startsWith('{') ? 0 : text.indexOf('\n{\n  "stats"') + 1;
  const report = parseJson(text.slice(start));
  if (!isJson(report) || !isJson(report.stats) || !Array.isArray(report.failures)) return undefined;
  const parsed = noTests();
  for (const test of asBlocks(report.passes)) addPass(parsed, fileFrom(asText(test.file), cwd), namesOf(test));
  parsed.skipped = asBlocks(report.pending).length;
  for (const test of asBlocks(report.failures)) {
    const { message, stack } = asJson(test.err);
    const file = fileFrom(asText(test.file), cwd);
    addFailure(parsed, {
      file,
      line: lineIn(asText(stack) ?? '', file),
      names: namesOf(test),
      message: asText(message) ?? asText(stack) ?? '',
    });
  }
  return parsed;
}

/** The titles of all suites come as one text, with that of the test at its end. */
function namesOf(test: Json): string[] {
  const title = asText(test.title) ?? '';
  const whole = asText(test.fullTitle) ?? title;
  return whole.endsWith(` ${title}`) ? [whole.slice(0, -title.length - 1), title] : [whole];
}
