import type { Program } from '../program.ts';
import { parseJestJson } from '../test-reports/jest-json.ts';
import { patternOfNames } from '../test-reports/select-tests.ts';
import type { TestRunner } from '../test-runner.ts';
import { placeScript, type TestStyle, usesPackage } from '../test-style.ts';
import { parseJestText } from './jest-text.ts';
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
