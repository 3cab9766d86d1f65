import { describe, expect, it } from 'vitest';
import { checkOf, checkRuns, isGreen } from '../../../src/failures/findings/check-run.ts';
import { viewSession } from '../../../src/failures/recovery/session-view.ts';
import { parseCommand } from '../../../src/shell/index.ts';
import { call, roots } from '../../lessons/story.ts';

function runs(command: string, output: string, outcome: 'ok' | 'failed' = 'ok') {
  return viewSession([call('s1', 1, { command }, { output, outcome })], roots).flatMap(checkRuns);
}

describe('the check of a chain', () => {
  it.each([
    ['mise run fmt && mise run lint 2>&1 | tail -5', 'mise run lint'],
    ['cd web && npx eslint src', 'npx eslint src'],
    ['git add -A && git commit -m x', 'git commit -m x'],
    ['npm run build', 'npm run build'],
  ])('%s', (text, check) => {
    expect(checkOf(parseCommand(text, 'posix'))?.source.startsWith(check)).toBe(true);
  });

  it.each(['cat lint.log', 'npm run lint > lint.log; cat lint.log', 'gh run view 3 --log', 'git show HEAD', 'ls -la'])(
    'is none in %s',
    (text) => {
      expect(checkOf(parseCommand(text, 'posix'))).toBeUndefined();
    },
  );
});

describe('a run of a check', () => {
  it('is red by its output, though a pipe swallowed the status', () => {
    expect(runs('make lint | tail -3', 'pkg/a.go:3:4: not checked (errcheck)\n1 issues:')).toMatchObject([
      { passed: false, findings: [{ rule: 'errcheck' }] },
    ]);
    expect(runs('make lint | tail -3', 'make: *** [lint] Error 1')).toMatchObject([{ passed: false }]);
  });

  it('is green where it says so, and not where its output was searched', () => {
    expect(runs('npm run lint', 'Found 0 warnings and 0 errors.')).toMatchObject([{ passed: true }]);
    expect(runs('npm run lint | grep trees', 'src/trees.ts')).toMatchObject([{ passed: false }]);
  });

  it('is not green when it failed', () => {
    const [view] = viewSession(
      [call('s1', 1, { command: 'npm run lint' }, { output: 'done', outcome: 'failed', exitCode: 1 })],
      roots,
    );
    expect(view?.steps.map((step) => isGreen(step))).toEqual([false]);
  });
});
