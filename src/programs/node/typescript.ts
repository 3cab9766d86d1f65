import { wordsOf } from '../../shared/word-set.ts';
import type { FindingKind } from '../finding-format.ts';
import type { Program } from '../program.ts';

/** The compiler of TypeScript, and those that are built on it. */
export const typescriptPrograms: readonly Program[] = [
  {
    names: 'tsc',
    waiver: /@ts-(?:ignore|nocheck|expect-error)/,
    valueFlags:
      '-p --project -b --outDir --rootDir --target -t --module -m --lib --jsx --declarationDir --tsBuildInfoFile',
    pathFlags: '-p --project -b',
    changes: true,
    causes: [
      {
        id: 'ts.unbuilt',
        kind: 'module-missing',
        has: 'error TS6305',
        line: /error TS6305: Output file '(?<subject>[^']+)' has not been built/,
      },
      { id: 'build.ts', kind: 'build-failed', has: 'error TS', line: /error TS\d+:/, work: true },
    ],
    checks: true,
    findings: [
      { has: 'error TS', line: /^(?<path>[^\s(]+)\(\d+,\d+\): error (?<rule>TS\d+): /, kindOf },
      { has: ' - error TS', line: /^(?<path>[^\s:]+):\d+:\d+ - error (?<rule>TS\d+): /, kindOf },
    ],
    language: 'TypeScript',
    builds: ({ flags }) => !flags.includes('--noEmit'),
    packages: 'typescript',
    isSpokenOf: true,
    isNoWord: true,
    scriptPurpose: 'types',
  },
  { names: 'tsserver', packages: 'typescript' },
  { names: 'tsgo', checks: true },
  { names: 'vue-tsc', checks: true },
  { names: 'svelte-check', checks: true },
];

/** Errors that a setting of the project asks for; all others are work. */
const SETTINGS =
  'TS1484 TS1294 TS2532 TS18048 TS18047 TS2531 TS2835 TS2834 TS4111 TS4114 TS5097 TS6133 TS6196 TS6198 TS7006 TS7030 TS7031';

function kindOf(rule: string): FindingKind {
  if (rule === 'TS6192') return 'import';
  return wordsOf(SETTINGS).has(rule) ? 'rule' : 'compile';
}
