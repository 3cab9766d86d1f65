import type { Program } from '../program.ts';
import { parseJestJson } from '../test-reports/jest-json.ts';
import { addError, addFailure, noTests, type ParsedTests, plainLines } from '../test-reports/parsed-tests.ts';
import { patternOfNames } from '../test-reports/select-tests.ts';
import type { TestRunner } from '../test-runner.ts';
import { placeScript, type TestStyle, usesPackage } from '../test-style.ts';
import { isStartedByNode } from './started-by-node.ts';

/** Jest, which runs tests. */
export const jest: Program = {
  names: 'jest',
  hasNoVerbs: true,
  valueFlags:
    '-c --config -t --testNamePattern --testPathPattern --testPathPatterns -w --maxWorkers --rootDir --testTimeout ' +
    '--selectProjects --reporters --shard',
  pathFlags: '-c',
  runtime: 'node',
  obstacles: [/^● Validation Error:?.*/m, /^Error: Jest: Failed to (?:parse|read) .*/m],
  tests: true,
  isSpokenOf: true,
  isNoWord: true,
  scriptPurpose: 'test',
};

/** How Jest runs tests. */
export const jestRunner: TestRunner = {
  framework: 'jest',
  programs: 'jest',
  isStartedBy: (command) => command.name === 'jest' || isStartedByNode(command, 'jest'),
  reporterFlags: /^--(?:json|outputFile)\b/,
  npmPackage: 'jest',
  usual: ['npx', '--no-install', 'jest'],
  plan({ add, file, only, plain, fromFile }) {
    const selected = only ? ['-t', patternOfNames(only), '--coverage=false'] : [];
    const command = add('--json', `--outputFile=${file}`, ...selected);
    return command ? { command, env: {}, isSure: true, readReport: () => fromFile(parseJestJson) } : plain;
  },
  parseReport: parseJestJson,
  parsers: [parseJestText],
};

/** How tests for Jest are written. */
export const jestStyle: TestStyle = {
  name: 'jest',
  files: /\.(?:test|spec)\.[cm]?[jt]sx?$/,
  folder: 'tests',
  suffix: '.test.js',
  isBesideOthers: true,
  isUsed: (project) => usesPackage(project, 'jest'),
  place: placeScript,
  run: (target) => `npx jest ${target}`,
};

/** Parses the output of Jest for people: `FAIL file`, then `● suite › name` with what was expected. */
export function parseJestText(output: string): ParsedTests | undefined {
  const lines = plainLines(output);
  const isNone = lines.some((line) => /^No tests found, exiting with code \d$/.test(line));
  const totals = lines.findLast((line) => /^Tests:\s+\d.* total$/.test(line));
  const hasSuites = lines.some((line) => /^Test Suites:\s+\d.* total$/.test(line));
  if (!isNone && (totals === undefined || !hasSuites)) return undefined;
  const parsed = noTests();
  const count = (name: string) => Number(new RegExp(`(\\d{1,7}) ${name}`).exec(totals ?? '')?.[1] ?? 0);
  // Failures are told again at the end, below this heading.
  const again = lines.indexOf('Summary of all failing tests');
  for (const { file, title, body } of sections(again < 0 ? lines : lines.slice(again))) {
    const message = body.join('\n').trim();
    if (title === 'Test suite failed to run') addError(parsed, { file, names: [], message });
    else addFailure(parsed, { file, line: placeIn(body, file), names: title.split(' › '), message });
  }
  parsed.passed = count('passed');
  parsed.skipped = count('skipped') + count('todo');
  parsed.failed = Math.max(parsed.failed, count('failed'));
  return parsed;
}

interface Section {
  file: string | undefined;
  title: string;
  body: string[];
}

function sections(lines: readonly string[]): Section[] {
  const found: Section[] = [];
  let file: string | undefined;
  let open: Section | undefined;
  for (const line of lines) {
    const heading = /^(?:FAIL|PASS)\s+(?:\S+ +)?(\S+\.\w+)(?: \(.*\))?$/.exec(line);
    if (heading) {
      file = heading[1];
      open = undefined;
      continue;
    }
    const title = /^ {2}● (.+)$/.exec(line)?.[1];
    if (title !== undefined && title !== 'Console') {
      open = { file, title, body: [] };
      found.push(open);
    } else if (/^(?:Test Suites|Tests):\s/.test(line)) open = undefined;
    else open?.body.push(line.replace(/^ {4}/, ''));
  }
  return found;
}

function placeIn(body: readonly string[], file: string | undefined): number | undefined {
  if (file === undefined) return undefined;
  const frame = body.find((line) => line.includes(`(${file}:`) || line.includes(` ${file}:`));
  const digits = frame?.slice(frame.indexOf(`${file}:`) + file.length + 1).match(/^\d{1,7}/)?.[0];
  return digits === undefined ? undefined : Number(digits);
}
