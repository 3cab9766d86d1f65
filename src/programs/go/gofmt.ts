import type { Program } from '../program.ts';

/** Formatters of Go. */
export const gofmtPrograms: readonly Program[] = [
  {
    names: 'gofmt',
    hasNoVerbs: true,
    valueFlags: '-r',
    hasSingleDashes: true,
    operands: 'paths',
    causes: [
      {
        id: 'format.go',
        kind: 'check-failed',
        has: 'gofmt',
        line: /need(?:s|ed)? gofmt|not gofmt/,
        work: true,
        isOfFormatter: true,
      },
    ],
    checks: true,
    rewrites: { told: '-w' },
  },
  { names: 'goimports', hasNoVerbs: true, operands: 'paths', checks: true, rewrites: { told: '-w' } },
  { names: 'gofumpt', hasNoVerbs: true, operands: 'paths', checks: true, rewrites: { told: '-w' } },
  { names: 'golines', rewrites: { told: '-w' } },
];
