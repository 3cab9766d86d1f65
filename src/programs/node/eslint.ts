import type { FindingFormat } from '../finding-format.ts';
import type { Program } from '../program.ts';
import { nameRule } from './rule-names.ts';

/** How all of its formats name rules, and what these are about. */
const RULES: Pick<FindingFormat, 'nameOf' | 'kinds' | 'kindOf'> = {
  nameOf: nameRule,
  kinds: { import: 'no-unused-imports', format: 'prettier' },
  kindOf: (rule) => (rule.startsWith('@stylistic/') ? 'format' : undefined),
};

/** ESLint, and linters that are built on it. */
export const eslintPrograms: readonly Program[] = [
  {
    names: 'eslint',
    waiver: /eslint-disable/,
    hasNoVerbs: true,
    valueFlags:
      '-c --config --ext --rule --format -f -o --max-warnings --ignore-path --ignore-pattern --cache-location ' +
      '--resolve-plugins-relative-to',
    pathFlags: '-c',
    causes: [
      {
        id: 'lint.fixable',
        kind: 'check-failed',
        has: 'fixable with',
        line: /fixable with the [`']--fix[`'] option/,
        strict: true,
        work: true,
      },
      { id: 'lint.eslint', kind: 'check-failed', has: ' problem', line: /✖ \d+ problems?/, work: true },
    ],
    checks: true,
    findings: [
      {
        has: '  error  ',
        line: /^\s+\d+:\d+\s+error\s\s.*\s\s(?<rule>@?[\w-]+(?:\/[\w-]+)*)\s*$/,
        place: 'above',
        ...RULES,
      },
      {
        has: '[Error/',
        line: /^(?<path>[^\s:][^:]*):\d+:\d+: .* \[Error\/(?<rule>@?[\w-]+(?:\/[\w-]+)*)\]$/,
        ...RULES,
      },
      {
        has: '  Error: ',
        line: /^\d+:\d+\s\sError: .*\s\s(?<rule>@?[\w-]+(?:\/[\w-]+)*)\s*$/,
        place: 'above',
        ...RULES,
      },
    ],
    language: 'TypeScript',
    repairs: (run) => `${run} --fix`,
    rewrites: { told: '--fix' },
    isSpokenOf: true,
    isNoWord: true,
    scriptPurpose: 'lint',
  },
  { names: 'xo', checks: true, rewrites: { told: '--fix' } },
  { names: 'standard', checks: true, rewrites: { told: '--fix' } },
  { names: 'tslint', rewrites: { told: '--fix' } },
];
