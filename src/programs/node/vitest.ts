import type { Program } from '../program.ts';
import { parseJestJson } from '../test-reports/jest-json.ts';
import { patternOfNames } from '../test-reports/select-tests.ts';
import type { TestRunner } from '../test-runner.ts';
import { placeScript, type TestStyle, usesPackage } from '../test-style.ts';
import { isStartedByNode } from './started-by-node.ts';
import { addFromVitestText, parseVitestText } from './vitest-text.ts';

/** Vitest, which runs tests. */
export const vitest: Program = {
  names: 'vitest',
  hasNoVerbs: true,
  valueFlags:
    '-c --config -t --testNamePattern --project --reporter --environment -r --root --dir --pool --testTimeout --shard ' +
    '--outputFile --changed --exclude',
  pathFlags: '-c',
  causes: [{ id: 'test.js', kind: 'test-failed', has: 'Tests', line: /^\s*Tests?:? +.*\b[1-9]\d* failed/, work: true }],
  runtime: 'node',
  tests: true,
  isSpokenOf: true,
  isNoWord: true,
  scriptPurpose: 'test',
};

/** How Vitest runs tests: it writes the report of Jest. */
export const vitestRunner: TestRunner = {
  framework: 'vitest',
  programs: 'vitest',
  isStartedBy: (command) =>
    (command.name === 'vitest' && !['bench', 'list', 'init'].includes(command.args[0] ?? '')) ||
    isStartedByNode(command, 'vitest'),
  reporterFlags: /^--outputFile\b|^--reporter=json$/,
  npmPackage: 'vitest',
  usual: ['npx', '--no-install', 'vitest', 'run'],
  plan({ add, file, only, plain, fromFile }) {
    const selected = only ? ['-t', patternOfNames(only), '--coverage.enabled=false'] : [];
    const command = add('--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...selected);
    if (!command) return plain;
    return {
      command,
      env: {},
      isSure: true,
      readReport: async ({ output }) => {
        const parsed = await fromFile(parseJestJson);
        return parsed && addFromVitestText(parsed, output);
      },
    };
  },
  parseReport: parseJestJson,
  parsers: [parseVitestText],
};

/** How tests for Vitest are written. */
export const vitestStyle: TestStyle = {
  name: 'vitest',
  files: /\.(?:test|spec)\.[cm]?[jt]sx?$/,
  folder: 'tests',
  suffix: '.test.ts',
  isBesideOthers: true,
  module: 'vitest',
  isUsed: (project) => usesPackage(project, 'vitest'),
  place: placeScript,
  run: (target) => `npx vitest run ${target}`,
};
