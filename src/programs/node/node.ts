import type { Program } from '../program.ts';
import { parseTap } from '../test-reports/tap.ts';
import type { TestRunner } from '../test-runner.ts';
import { placeScript, type TestStyle } from '../test-style.ts';
import { planNodeReport } from './node-report.ts';
import { parseNodeSpec } from './node-spec.ts';

/** Node, and what runs TypeScript in it. */
export const nodePrograms: readonly Program[] = [
  {
    names: 'node',
    aliases: 'nodejs',
    versioned: 'node',
    hasNoVerbs: true,
    valueFlags:
      '-e --eval -p --print -r --require --import --loader --experimental-loader --env-file --input-type --test-name-pattern ' +
      '--test-reporter -C --conditions',
    pathFlags: '-r --require --import',
    operands: 'script-first',
    interprets: true,
    codeFlags: '-e --eval -p --print -pe',
    causes: [
      {
        id: 'node.module',
        kind: 'module-missing',
        has: 'Cannot find module',
        line: /Error: Cannot find module '(?<subject>[^']+)'/,
        strict: true,
      },
      {
        id: 'node.package',
        kind: 'module-missing',
        has: 'Cannot find package',
        line: /Cannot find package '(?<subject>[^']+)'/,
        strict: true,
      },
      {
        id: 'node.export',
        kind: 'module-missing',
        has: 'does not provide an export',
        line: /The requested module '(?<subject>[^']+)' does not provide an export named/,
        strict: true,
      },
      {
        id: 'node.extension',
        kind: 'wrong-runtime',
        has: 'Unknown file extension',
        line: /Unknown file extension "(?<subject>\.\w+)" for /,
        strict: true,
      },
      { id: 'node.engine', kind: 'other', has: 'EBADENGINE', line: /EBADENGINE/ },
      { id: 'test.node', kind: 'test-failed', has: '# fail', line: /^# fail [1-9]/, work: true },
    ],
    runtime: 'node',
    obstacles: [/^Error: Cannot find module '[^'\n]{0,300}\b(?:vitest|jest|mocha|ava|tap)\b[^'\n]{0,200}'.*/m],
    isSpokenOf: true,
    isNoWord: true,
    guardedInProse: true,
    substitutes: 'nodejs',
  },
  {
    names: 'tsx',
    aliases: 'ts-node',
    hasNoVerbs: true,
    valueFlags: '-e --eval --tsconfig -r --require --import --env-file',
    operands: 'script-first',
    interprets: true,
    causes: [{ id: 'tsx.module', kind: 'module-missing', has: 'ERR_MODULE_NOT_FOUND', line: /ERR_MODULE_NOT_FOUND/ }],
    runtime: 'node',
  },
  { names: 'vite-node', interprets: true },
  { names: 'jiti', interprets: true },
];

/** How Node's own runner runs tests. */
export const nodeRunner: TestRunner = {
  framework: 'node-test',
  programs: 'node tsx',
  isStartedBy: ({ name, args }) => (name === 'node' || name === 'tsx') && args.includes('--test'),
  reporterFlags: /^--test-reporter/,
  usesNodeOptions: true,
  usual: ['node', '--test'],
  plan: planNodeReport,
  parseReport: parseTap,
  parsers: [parseNodeSpec, parseTap],
};

/** How tests for Node's own runner are written. */
export const nodeStyle: TestStyle = {
  name: 'node',
  files: /\.(?:test|spec)\.[cm]?js$/,
  folder: 'tests',
  suffix: '.test.mjs',
  isBesideOthers: true,
  module: 'node:test',
  isUsed: ({ script }) => /\bnode\b.*--test\b/.test(script),
  place: placeScript,
  run: (target) => `node --test ${target}`,
};
