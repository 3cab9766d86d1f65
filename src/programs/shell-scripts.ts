import type { Program } from './program.ts';

/** Linters and formatters of shell scripts. */
export const shellScriptsPrograms: readonly Program[] = [
  {
    names: 'shellcheck',
    waiver: /shellcheck\s+disable/,
    hasNoVerbs: true,
    valueFlags: '-e -f -s -S -o --exclude --format --shell --severity',
    operands: 'paths',
    checks: true,
    findings: [
      { has: 'SC', line: /\^-+\^? (?<rule>SC\d{4}) \((?:error|warning|info|style)\)/, place: 'above' },
      { has: '[SC', line: /^(?<path>[^\s:]+):\d+:\d+: \w+: .* \[(?<rule>SC\d{4})\]$/ },
    ],
  },
  { names: 'shfmt', hasNoVerbs: true, operands: 'paths', rewrites: { told: '-w --write' } },
];
