import type { Program } from './program.ts';

/** Linters of Markdown. */
export const markdownPrograms: readonly Program[] = [
  {
    names: 'markdownlint',
    checks: true,
    findings: [{ has: ' MD', line: /^(?<path>[^\s:]+\.\w+):\d+(?::\d+)? (?:error )?(?<rule>MD\d{3})\b/ }],
    rewrites: { told: '--fix' },
    packages: 'markdownlint-cli',
  },
  { names: 'markdownlint-cli2', checks: true, rewrites: { told: '--fix' } },
];
