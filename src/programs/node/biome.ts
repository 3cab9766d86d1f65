import type { Program } from '../program.ts';

/** Biome, a linter and formatter. */
export const biomePrograms: readonly Program[] = [
  {
    names: 'biome',
    waiver: /biome-ignore/,
    subcommands: {},
    causes: [
      {
        id: 'format.biome',
        kind: 'check-failed',
        has: 'Formatter would have printed',
        line: /Formatter would have printed/,
        strict: true,
        work: true,
        isOfFormatter: true,
      },
      {
        id: 'format.imports',
        kind: 'check-failed',
        has: 'Import statements',
        line: /Import statements could be sorted/,
        strict: true,
        work: true,
      },
    ],
    checks: true,
    findings: [
      {
        has: ' lint/',
        line: /^(?: ?at )?(?<path>\S+?)(?::\d+:\d+)? lint\/\w+\/(?<rule>\w+)\s+(?<fix>FIXABLE)?\s*━/,
        place: 'below',
        kinds: { import: 'noUnusedImports' },
      },
      {
        has: '━━',
        line: /^(?: ?at )?(?<path>\S+?)(?::\d+:\d+)? (?:format|organizeImports|assist\/source\/\w+)\s+(?<fix>FIXABLE)?\s*━/,
        kind: 'format',
      },
    ],
    language: 'TypeScript',
    repairs: (run, { subcommand }) => (subcommand === 'ci' ? undefined : `${run} --write`),
    rewrites: { told: '--write --fix --apply --apply-unsafe' },
    packages: '@biomejs/biome',
    isSpokenOf: true,
    isNoWord: true,
    scriptPurpose: 'lint',
  },
  { names: 'ultracite', checks: true, rewrites: { tidies: 'fix format', told: '--fix --write' } },
];
