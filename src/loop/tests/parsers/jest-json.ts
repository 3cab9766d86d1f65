import { asBlocks, asJson, asNumber, asText, isJson, type Json } from '../../../agents/record.ts';
import { addError, addFailure, fileFrom, lineIn, noTests, type ParsedTests } from '../parsed-tests.ts';

/** The tests of the JSON report that jest writes, and vitest after its example. */
export function parseJestJson(text: string, cwd: string): ParsedTests | undefined {
  const report = parseJson(text);
  if (!isJson(report) || !Array.isArray(report.testResults)) return undefined;
  const parsed = noTests();
  for (const file of asBlocks(report.testResults)) addFile(parsed, file, cwd);
  return parsed;
}

function addFile(parsed: ParsedTests, result: Json, cwd: string): void {
  const file = fileFrom(asText(result.name), cwd);
  const tests = asBlocks(result.assertionResults);
  for (const test of tests) addTest(parsed, test, file);
  // A file that could not be loaded has no tests, and a message of its own.
  if (result.status === 'failed' && tests.every(({ status }) => status !== 'failed'))
    addError(parsed, { file, names: [], message: trimStack(asText(result.message) ?? 'The file could not be run.') });
}

function addTest(parsed: ParsedTests, test: Json, file: string | undefined): void {
  if (test.status === 'passed') parsed.passed += 1;
  else if (test.status !== 'failed') parsed.skipped += 1;
  else {
    const messages = Array.isArray(test.failureMessages) ? test.failureMessages.filter((item) => typeof item === 'string') : [];
    const above = Array.isArray(test.ancestorTitles) ? test.ancestorTitles.filter((item) => typeof item === 'string') : [];
    const message = messages.join('\n');
    addFailure(parsed, {
      file,
      line: asNumber(asJson(test.location).line) ?? lineIn(message, file),
      names: [...above, asText(test.title) ?? asText(test.fullName) ?? ''],
      message: trimStack(message),
    });
  }
}

/** Without the frames of the runner. */
function trimStack(message: string): string {
  return message
    .split('\n')
    .filter(
      (line) => !/^\s+at .*(?:node_modules|node:internal|<anonymous>\)$|processTicksAndRejections)/.test(line.slice(0, 2000)),
    )
    .join('\n');
}

/** The value of a JSON text; nothing where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
