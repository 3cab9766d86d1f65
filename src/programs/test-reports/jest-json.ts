import { asBlocks, asJson, asNumber, asText, isJson, type Json } from '../../shared/json-values.ts';
import { stripControls } from '../../shared/terminal.ts';
import { addError, addFailure, addPass, fileFrom, lineIn, noTests, type ParsedTests } from './parsed-tests.ts';

/** Of a file of which the report says nothing more. */
export const JEST_NOT_RUN = 'The file could not be run.';

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
    addError(parsed, {
      file,
      names: [],
      message: trimStack(withoutHeading(asText(result.message) ?? '')) || JEST_NOT_RUN,
    });
}

function addTest(parsed: ParsedTests, test: Json, file: string | undefined): void {
  const names = [...asTexts(test.ancestorTitles), asText(test.title) ?? asText(test.fullName) ?? ''];
  if (test.status === 'passed') addPass(parsed, file, names);
  else if (test.status !== 'failed') parsed.skipped += 1;
  else {
    const message = asTexts(test.failureMessages).join('\n');
    const line = asNumber(asJson(test.location).line) ?? lineIn(message, file);
    addFailure(parsed, { file, line, names, message: trimStack(message) });
  }
}

function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The complaint about a file, which Jest indents below a heading. */
function withoutHeading(message: string): string {
  const plain = stripControls(message);
  const heading = /^\s{0,10}● Test suite failed to run\s/.exec(plain)?.[0];
  return heading === undefined ? message : plain.slice(heading.length).replace(/^ {4}/gm, '').trim();
}

/** Without the frames of the runner. */
function trimStack(message: string): string {
  return message
    .split('\n')
    .filter(
      (line) =>
        !/^\s+at .*(?:node_modules|node:internal|<anonymous>\)$|processTicksAndRejections)/.test(line.slice(0, 2000)),
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
