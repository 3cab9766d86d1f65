import { asBlocks, asJson, asText, isJson, type Json } from '../../shared/json-values.ts';
import type { Program } from '../program.ts';
import { parseJson } from '../test-reports/jest-json.ts';
import {
  addFailure,
  addPass,
  fileFrom,
  lineIn,
  noTests,
  type ParsedTests,
  plainLines,
} from '../test-reports/parsed-tests.ts';
import { patternOfNames } from '../test-reports/select-tests.ts';
import type { TestRunner } from '../test-runner.ts';
import { placeScript, type TestStyle, usesPackage } from '../test-style.ts';
import { isStartedByNode } from './started-by-node.ts';

/** Mocha, which runs tests. */
export const mochaPrograms: readonly Program[] = [
  {
    names: 'mocha',
    hasNoVerbs: true,
    valueFlags: '-g --grep -t --timeout -r --require -R --reporter --config --spec',
    causes: [{ id: 'test.mocha', kind: 'test-failed', has: ' failing', line: /^\s*[1-9]\d* failing$/, work: true }],
    tests: true,
    isSpokenOf: true,
  },
  { names: 'ava', tests: true },
];

/** How Mocha runs tests. */
export const mochaRunner: TestRunner = {
  framework: 'mocha',
  programs: 'mocha',
  isStartedBy: (command) => command.name === 'mocha' || isStartedByNode(command, 'mocha'),
  reporterFlags: /^--reporter-options?\b|^-O/,
  npmPackage: 'mocha',
  usual: ['npx', '--no-install', 'mocha'],
  plan({ add, file, cwd, only, plain, fromFile }) {
    const selected = only ? ['--grep', patternOfNames(only)] : [];
    const command = add('--reporter', 'json', '--reporter-option', `output=${file}`, ...selected);
    if (!command) return plain;
    const readReport = async ({ output }: { output: string }) =>
      (await fromFile(parseMochaJson)) ?? parseMochaJson(output, cwd);
    return { command, env: {}, isSure: true, readReport };
  },
  parseReport: parseMochaJson,
  parsers: [parseMochaText],
};

/** How tests for Mocha are written. */
export const mochaStyle: TestStyle = {
  name: 'mocha',
  files: /(?:\.(?:test|spec)|^test\/.*)\.[cm]?[jt]s$/,
  folder: 'test',
  suffix: '.test.js',
  isBesideOthers: true,
  isUsed: (project) => usesPackage(project, 'mocha'),
  place: placeScript,
  run: (target) => `npx mocha ${target}`,
};

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

/** Parses the output of Mocha for people: figures, then each failure by its number, with the suites it is in. */
export function parseMochaText(output: string): ParsedTests | undefined {
  const lines = plainLines(output);
  const at = lines.findLastIndex((line) => /^ {2}\d{1,7} passing \(.{1,20}\)$/.test(line));
  if (at < 0) return undefined;
  const count = (name: string) =>
    Number(
      lines
        .slice(at, at + 4)
        .join('\n')
        .match(new RegExp(`^ {2}(\\d{1,7}) ${name}\\b`, 'm'))?.[1] ?? 0,
    );
  const parsed = noTests();
  parsed.passed = count('passing');
  parsed.skipped = count('pending');
  for (const { names, body } of failing(lines.slice(at + 1))) {
    const place = body
      .map((line) => /\(?([^\s()]{1,400}):(\d{1,7}):\d{1,7}\)?$/.exec(line))
      .find((match) => match && !/node_modules|node:/.test(match[1] ?? ''));
    const stack = body.findIndex((line) => /^\s+at /.test(line));
    addFailure(parsed, {
      line: place ? Number(place[2]) : undefined,
      names,
      message: (stack < 0 ? body : body.slice(0, stack)).map((line) => line.trim()).join('\n'),
    });
  }
  parsed.failed = Math.max(parsed.failed, count('failing'));
  return parsed;
}

function failing(lines: readonly string[]): { names: string[]; body: string[] }[] {
  const found: { names: string[]; body: string[]; isNamed: boolean }[] = [];
  for (const line of lines) {
    const first = /^ {2}\d{1,7}\) (.+)$/.exec(line)?.[1];
    const open = found.at(-1);
    if (first !== undefined) found.push({ names: [first.replace(/:$/, '')], body: [], isNamed: first.endsWith(':') });
    else if (open && !open.isNamed && line.trim() !== '') {
      open.names.push(line.trim().replace(/:$/, ''));
      open.isNamed = line.endsWith(':');
    } else open?.body.push(line);
  }
  return found;
}
