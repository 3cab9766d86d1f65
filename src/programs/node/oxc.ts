import type { Program } from '../program.ts';

/** The linter and the formatter of Oxc. */
export const oxcPrograms: readonly Program[] = [
  {
    names: 'oxlint',
    checks: true,
    findings: [
      {
        has: '): ',
        with: '[',
        line: /^\s*[×x] (?<plugin>[\w-]+)\((?<rule>[\w/-]+)\): /,
        place: 'below',
        kinds: { import: 'no-unused-imports', format: 'prettier' },
      },
    ],
    language: 'TypeScript',
    rewrites: { told: '--fix --fix-suggestions --fix-dangerously' },
  },
  {
    names: 'oxfmt',
    checks: true,
    findings: [{ has: 'ms)', with: 'Format issues', line: /^(?<path>[^\s:]+\.\w+) \(\d+ms\)$/, kind: 'format' }],
    rewrites: { tidies: true },
  },
];
