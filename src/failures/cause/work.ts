import type { CauseRule } from './rule.ts';

/**
 * What checks say about the code under work. These are no lessons of their own: red tests, type errors and lint findings in new code
 * are work. They come last, so that a missing module or flag in the same output wins.
 */
export const workRules: readonly CauseRule[] = [
  { id: 'format.go', kind: 'check-failed', has: 'gofmt', line: /need(?:s|ed)? gofmt|not gofmt/, work: true },
  { id: 'format.would', kind: 'check-failed', has: 'ould ', line: /would be reformatted|[Ww]ould reformat/, work: true },
  {
    id: 'format.prettier',
    kind: 'check-failed',
    has: 'Code style issues',
    line: /Code style issues (?:found|were found)/,
    work: true,
  },
  {
    id: 'format.biome',
    kind: 'check-failed',
    has: 'Formatter would have printed',
    line: /Formatter would have printed/,
    work: true,
  },
  { id: 'format.rust', kind: 'check-failed', has: 'Diff in ', line: /^Diff in \S+/, work: true },
  { id: 'lint.fixable', kind: 'check-failed', has: 'fixable with', line: /fixable with the [`']--fix[`'] option/, work: true },
  { id: 'lint.eslint', kind: 'check-failed', has: ' problem', line: /✖ \d+ problems?/, work: true },
  { id: 'lint.golangci', kind: 'check-failed', has: ' issues:', line: /^\d+ issues:$/, work: true },
  { id: 'lint.ruff', kind: 'check-failed', has: 'Found ', line: /^Found \d+ errors?\b/, work: true },
  { id: 'build.go', kind: 'build-failed', has: '[build failed]', line: /\[build failed\]/, work: true },
  { id: 'build.go-line', kind: 'build-failed', has: '.go:', line: /^\S+\.go:\d+:\d+: /, work: true },
  { id: 'build.go-cycle', kind: 'build-failed', has: 'import cycle', line: /import cycle not allowed/, work: true },
  { id: 'build.ts', kind: 'build-failed', has: 'error TS', line: /error TS\d+:/, work: true },
  { id: 'build.rust', kind: 'build-failed', has: 'error[E', line: /^error\[E\d+\]/, work: true },
  { id: 'build.rust-end', kind: 'build-failed', has: 'could not compile', line: /^error: could not compile/, work: true },
  { id: 'build.java', kind: 'build-failed', has: 'COMPILATION ERROR', line: /COMPILATION ERROR/, work: true },
  { id: 'build.c', kind: 'build-failed', has: ' error: ', line: /^\S+:\d+:\d+: (?:fatal )?error: /, work: true },
  { id: 'build.python', kind: 'build-failed', has: 'SyntaxError', line: /^SyntaxError: /, work: true },
  { id: 'test.go', kind: 'test-failed', has: '--- FAIL', line: /^\s*--- FAIL: (?<subject>\S+)/, work: true },
  { id: 'test.go-end', kind: 'test-failed', has: 'FAIL\t', line: /^FAIL\t/, work: true },
  { id: 'test.pytest', kind: 'test-failed', has: ' failed', line: /^(?:=+ )?[1-9]\d* failed\b/, work: true },
  { id: 'test.pytest-line', kind: 'test-failed', has: 'FAILED ', line: /^FAILED \S+/, work: true },
  { id: 'test.js', kind: 'test-failed', has: 'Tests', line: /^\s*Tests?:? +.*\b[1-9]\d* failed/, work: true },
  { id: 'test.bun', kind: 'test-failed', has: ' fail', line: /^\s*[1-9]\d* fail$/, work: true },
  { id: 'test.node', kind: 'test-failed', has: '# fail', line: /^# fail [1-9]/, work: true },
  { id: 'test.cargo', kind: 'test-failed', has: 'test result: FAILED', line: /^test result: FAILED/, work: true },
  { id: 'test.assert', kind: 'test-failed', has: 'AssertionError', line: /^(?:E +)?AssertionError/, work: true },
  { id: 'build.vite', kind: 'build-failed', has: 'Build failed', line: /Build failed/, work: true },
  { id: 'build.npm', kind: 'build-failed', has: 'ELIFECYCLE', line: /ELIFECYCLE/, work: true },
];
