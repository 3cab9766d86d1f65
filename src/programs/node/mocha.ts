import type { Program } from '../program.ts';
import { patternOfNames } from '../test-reports/select-tests.ts';
import type { TestRunner } from '../test-runner.ts';
import { placeScript, type TestStyle, usesPackage } from '../test-style.ts';
import { parseMochaJson } from './mocha-json.ts';
import { parseMochaText } from './mocha-text.ts';
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
    const readReport = async ({ output }: { output: string }) => (await fromFile(parseMochaJson)) ?? parseMochaJson(output, cwd);
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
