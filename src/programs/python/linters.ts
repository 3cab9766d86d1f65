import type { Program } from '../program.ts';

/** Linters and type checkers of Python. */
export const pythonLinters: readonly Program[] = [
  {
    names: 'pylint',
    waiver: /pylint:\s*disable/,
    hasNoVerbs: true,
    causes: [
      {
        id: 'lint.pylint',
        kind: 'check-failed',
        has: 'has been rated',
        line: /^Your code has been rated at/,
        work: true,
      },
    ],
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
    waiver: /#\s*type:\s*ignore/,
    hasNoVerbs: true,
    causes: [
      { id: 'build.mypy', kind: 'build-failed', has: 'Found ', line: /^Found \d+ errors? in \d+ files?/, work: true },
    ],
    runtime: 'python',
    checks: true,
    findings: [{ has: ' error: ', line: /^(?<path>[^\s:]+\.pyi?):\d+(?::\d+)?: error: /, kind: 'compile' }],
    isSpokenOf: true,
    isNoWord: true,
    scriptPurpose: 'types',
  },
  { names: 'pyright', hasNoVerbs: true, checks: true, scriptPurpose: 'types' },
  { names: 'basedpyright', checks: true },
];
