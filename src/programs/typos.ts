import type { Program } from './program.ts';

/** typos, which finds misspelt words in source code. */
export const typos: Program = {
  names: 'typos',
  hasNoVerbs: true,
  valueFlags: '-c --config -j --threads --format --color --exclude --locale --type',
  pathFlags: '-c',
  operands: 'paths',
  causes: [
    {
      id: 'lint.typos',
      kind: 'check-failed',
      has: '` should be `',
      line: /^error: `[^`]+` should be `[^`]+`/,
      strict: true,
      work: true,
    },
  ],
  checks: true,
  findings: [{ has: '` should be `', line: /^error: `[^`]+` should be (?<fix>`[^`]+`)/, kind: 'rule', place: 'below' }],
  repairs: (run) => `${run} --write-changes`,
  rewrites: { told: '-w --write-changes', looks: '--diff --files --words --identifiers' },
};
