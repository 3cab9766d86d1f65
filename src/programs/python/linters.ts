import type { Program } from '../program.ts';

/** Linters and type checkers of Python. */
export const pythonLinters: readonly Program[] = [
  {
    names: 'pylint',
    hasNoVerbs: true,
    checks: true,
    findings: [
      {
        has: ': ',
        line: /^(?<path>[^\s:]+\.pyi?):\d+:\d+: [CRWEF]\d{4}: .* \((?<rule>[a-z][\w-]+)\)$/,
        kinds: { import: 'unused-import' },
      },
    ],
    language: 'Python',
  },
  { names: 'flake8', hasNoVerbs: true, checks: true, language: 'Python' },
  {
    names: 'mypy',
    hasNoVerbs: true,
    checks: true,
    findings: [{ has: ' error: ', line: /^(?<path>[^\s:]+\.pyi?):\d+(?::\d+)?: error: /, kind: 'compile' }],
  },
  { names: 'pyright', hasNoVerbs: true, checks: true },
  { names: 'basedpyright', checks: true },
];
