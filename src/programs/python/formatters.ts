import type { Program } from '../program.ts';

/** Formatters of Python. */
export const pythonFormatters: readonly Program[] = [
  {
    names: 'black',
    hasNoVerbs: true,
    operands: 'paths',
    causes: [
      {
        id: 'format.would',
        kind: 'check-failed',
        has: 'ould ',
        line: /would be reformatted|[Ww]ould reformat/,
        strict: true,
        work: true,
      },
    ],
    checks: true,
    findings: [{ has: 'would reformat ', line: /^would reformat (?<path>\S+)$/, kind: 'format' }],
    repairs: (run) => run.replace(' --check', '').replace(' --diff', ''),
    rewrites: { tidies: true, looks: '-c --code' },
    isSpokenOf: true,
  },
  {
    names: 'isort',
    hasNoVerbs: true,
    operands: 'paths',
    checks: true,
    findings: [
      { has: 'incorrectly sorted', line: /^ERROR: (?<path>\S+) Imports are incorrectly sorted/, kind: 'format' },
    ],
    rewrites: { tidies: true, looks: '-c -d' },
  },
  { names: 'autoflake', hasNoVerbs: true, rewrites: { told: '-i --in-place' } },
  { names: 'autopep8', hasNoVerbs: true, rewrites: { told: '-i --in-place' } },
  { names: 'yapf', rewrites: { told: '-i --in-place' } },
];
