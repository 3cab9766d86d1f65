import type { Program } from '../program.ts';

/** Stylelint, a linter of styles. */
export const stylelint: Program = {
  names: 'stylelint',
  checks: true,
  findings: [{ has: '✖  ', line: /^\s+\d+:\d+\s+✖\s\s.*\s\s(?<rule>[\w-]+(?:\/[\w-]+)*)\s*$/, place: 'above' }],
  rewrites: { told: '--fix' },
};
