import type { Program } from '../program.ts';

/** Prettier, a formatter. */
export const prettier: Program = {
  names: 'prettier',
  hasNoVerbs: true,
  valueFlags: '--config --ignore-path --parser --plugin --print-width --log-level --cache-location',
  operands: 'paths',
  causes: [
    {
      id: 'format.prettier',
      kind: 'check-failed',
      has: 'Code style issues',
      line: /Code style issues (?:found|were found)/,
      strict: true,
      work: true,
      isOfFormatter: true,
    },
  ],
  checks: true,
  findings: [{ has: '[warn] ', line: /^\[(?:warn|error)\] (?<path>[^\s:]+\.\w+)$/, kind: 'format' }],
  repairs: (run) => run.replace(/ (?:--check|-c|--list-different|-l)\b/, ' --write'),
  rewrites: { told: '--write -w' },
  scriptPurpose: 'format',
};
