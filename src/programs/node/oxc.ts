import type { Program } from '../program.ts';
import { nameRule } from './rule-names.ts';

/** The linter and the formatter of Oxc. */
export const oxcPrograms: readonly Program[] = [
  {
    names: 'oxlint',
    causes: [
      {
        id: 'lint.oxlint',
        kind: 'check-failed',
        has: ' error',
        line: /^Found \d+ warnings? and [1-9]\d* errors?\.?$/,
        work: true,
      },
    ],
    checks: true,
    findings: [
      {
        has: '): ',
        with: '[',
        line: /^\s*[×x] (?<plugin>[\w-]+)\((?<rule>[\w/-]+)\): /,
        place: 'below',
        nameOf: nameRule,
        kinds: { import: 'no-unused-imports', format: 'prettier' },
      },
    ],
    language: 'TypeScript',
    rewrites: { told: '--fix --fix-suggestions --fix-dangerously' },
  },
  {
    names: 'oxfmt',
    causes: [
      {
        id: 'format.oxfmt',
        kind: 'check-failed',
        has: 'Format issues found',
        line: /^Format issues found in above \d+ files/,
        strict: true,
        work: true,
        isOfFormatter: true,
      },
    ],
    checks: true,
    findings: [{ has: 'ms)', with: 'Format issues', line: /^(?<path>[^\s:]+\.\w+) \(\d+ms\)$/, kind: 'format' }],
    rewrites: { tidies: true },
  },
];
