import { describe, expect, it } from 'vitest';
import { markError } from '../../src/failures/error-mark.ts';
import { type Askable, findKnownIssues } from '../../src/heal/known-issues.ts';
import { asTold } from '../memory/lessons.ts';

const lesson = (
  id: string,
  rule: string,
  error?: string,
  { guidance = `Do ${id}.`, ...more }: Partial<Omit<Askable, 'guidance'>> & { guidance?: string } = {},
): Askable => ({
  id,
  status: 'ready',
  trigger: { rule, error, failed: 1, succeeded: 0 },
  pattern: 'It failed.',
  guidance: asTold(guidance),
  confidence: 'medium',
  occurrences: 2,
  lastSeen: '2026-03-01',
  ...more,
});

const lessons = [
  lesson('L-001', 'Tool(deploy)', 'manifest unknown'),
  lesson('L-002', 'Tool(deploy)', 'quota exceeded'),
  lesson('L-003', 'Tool(*)', 'manifest unknown: * not found', { confidence: 'low' }),
  lesson('L-004', 'Bash(kubectl get *)'),
  lesson('L-005', 'Bash(kubectl apply * --prune *)', 'no matches for kind *'),
  lesson('L-006', 'Edit(**)', 'not unique'),
  lesson('L-007', 'Tool(deploy)', 'manifest', { status: 'retired' }),
  { ...lesson('L-008', 'x'), trigger: undefined },
] as Askable[];
const ids = (tool?: string, error?: string) => findKnownIssues(lessons, { tool, error }).map(({ id }) => id);

describe('common mistakes', () => {
  const mistake = (guidance: string, origin = 'written into tool_fixes.yaml on 2026-03-09') => {
    const { trigger: _trigger, ...rest } = lesson('L-001', 'x', undefined, { guidance, kind: 'command', origin });
    return rest as Askable;
  };
  const found = (given: Askable, tool: string | undefined, error?: string) =>
    findKnownIssues([given], {
      tool,
      error,
    }).map((issue) => issue.tool);

  it('are found by the tools that they list', () => {
    const flags = mistake('Tools need a flag: `bonfire` `--force`; `glab` `--yes`');
    expect(found(flags, 'glab')).toEqual(['bonfire, glab']);
    expect(found(flags, 'helm')).toEqual([]);
  });

  it('are found by names in an error where they list no tool, and never by a tool alone', () => {
    const formats = mistake('Formats: IMAGE_TAG for ITS deploy needs a sha256 digest; say --yes; call getBerth first');
    for (const error of ['Bad image_tag', 'no sha256', 'use --yes', 'GETBERTH failed'])
      expect(found(formats, 'helm', error)).toEqual(['*']);
    for (const error of ['deploy needs a digest', 'image tag', 'sha2567', 'use --yes-really', 'say it'])
      expect([error, found(formats, undefined, error)]).toEqual([error, []]);
    expect(found(formats, 'helm')).toEqual([]);
    expect(
      found(mistake('Set IMAGE_TAG first', 'imported on 2026-03-09 from CLAUDE.md (Headroom)'), undefined, 'IMAGE_TAG'),
    ).toEqual([]);
    expect(found(mistake('A sentence about nothing by name'), undefined, 'a sentence')).toEqual([]);
  });
});

describe('findKnownIssues', () => {
  it('by tool: all that is known of it', () => {
    expect(ids('deploy')).toEqual(['L-001', 'L-002']);
    expect(ids('kubectl')).toEqual(['L-005', 'L-004']);
    expect(ids('kubectl get')).toEqual(['L-004']);
    expect(ids('Edit')).toEqual(['L-006']);
  });

  it('by a path, or by a sub-command with an error: what is known of the program', () => {
    const scripts = [
      lesson('L-001', 'Tool(deploy.sh)', 'manifest unknown'),
      lesson('L-002', 'Tool(git)', 'no upstream'),
    ];
    const found = (tool: string, error?: string) => findKnownIssues(scripts, { tool, error }).map(({ id }) => id);
    expect(found('./deploy.sh')).toEqual(['L-001']);
    expect(found('C:\\quay\\Deploy.sh', 'manifest unknown')).toEqual(['L-001']);
    expect(found('./deploy.sh abc', 'manifest unknown: abc')).toEqual(['L-001']);
    expect(found('git push', 'fatal: no upstream')).toEqual(['L-002']);
    expect(found('git push')).toEqual([]);
    expect(found('./other/git-deploy.sh', 'manifest unknown')).toEqual([]);
  });

  it('by tool: nothing of what is said of every tool, which is mostly the fix of another one', () => {
    expect(ids('nothing')).toEqual([]);
    expect(findKnownIssues([lesson('L-001', 'Bash(*)'), lesson('L-002', 'Tool(*)')], { tool: 'npm' })).toEqual([]);
  });

  it('by both: a lesson that does not say what its error is, by the words that it has of it', () => {
    const mined = [
      lesson('L-001', 'Bash(golangci-lint * --out-format *)', undefined, {
        guidance: '`golangci-lint` does not know `--out-format`. Use `--output.text.path`.',
      }),
      lesson('L-002', 'Bash(python3 *)', undefined, {
        guidance: 'Run `uv run python` instead of `python3`: it lacks `polars` here.',
      }),
      lesson('L-003', 'Read(src/berth.ts)', undefined, { guidance: '`src/model/berth.ts` is the right path.' }),
      lesson('L-004', 'Bash(npm * test *)', undefined, {
        guidance: 'There is no script `test` for `npm`; use `pnpm run test:unit`.',
      }),
    ];
    const found = (tool: string, error: string) => findKnownIssues(mined, { tool, error }).map(({ id }) => id);
    expect(found('golangci-lint', 'Error: unknown flag: --out-format')).toEqual(['L-001']);
    expect(found('golangci-lint run ./...', 'Error: unknown flag: --out-format')).toEqual(['L-001']);
    expect(found('python3', "ModuleNotFoundError: No module named 'polars'")).toEqual(['L-002']);
    expect(found('Read', 'File does not exist: /home/ada/harbour/src/berth.ts')).toEqual(['L-003']);
    expect(found('npm', 'npm error Missing script: "test"')).toEqual(['L-004']);
    expect(found('npm test', 'npm error Missing script: "test"')).toEqual(['L-004']);
    expect(found('golangci-lint', 'Error: unknown flag: --out-formatter')).toEqual([]);
    expect(found('golangci-lint', 'Error: golangci-lint: out of memory')).toEqual([]);
    expect(found('python3', 'python3: can not run polars in this test')).toEqual([]);
    expect(found('npm', '1 test failed')).toEqual([]);
    expect(found('go', 'Error: unknown flag: --out-format')).toEqual([]);
    expect(findKnownIssues(mined, { error: 'Error: unknown flag: --out-format' })).toEqual([]);
  });

  it('by both: a lesson that was drawn from the very error, whatever it names', () => {
    const mark = markError('Error: nobody answers in berth 4, giving up') ?? '';
    const mined = [
      lesson('L-001', 'Bash(make test *)', undefined, { errors: [mark] }),
      lesson('L-002', 'Bash(make test *)'),
    ];
    const found = (error: string, tool?: string) => findKnownIssues(mined, { tool, error }).map(({ id }) => id);
    expect(found('log\nerror:  Nobody answers in berth 17, giving up\n', 'make')).toEqual(['L-001']);
    expect(found('Error: nobody answers, giving up', 'make')).toEqual([]);
    // Also without the tool, which the answer names; but not for another one.
    expect(found('Error: nobody answers in berth 4, giving up')).toEqual(['L-001']);
    expect(found('Error: nobody answers, giving up')).toEqual([]);
    expect(found('Error: nobody answers in berth 4, giving up', 'cmake')).toEqual([]);
    // A test runner puts its own signs before an error.
    const named = markError("ModuleNotFoundError: No module named 'polars'") ?? '';
    const asked = { error: "E       ModuleNotFoundError: No module named 'polars'\n1 failed" };
    expect(findKnownIssues([lesson('L-003', 'Bash(python3 *)', undefined, { errors: [named] })], asked)).toHaveLength(
      1,
    );
    // What many errors say is no mark.
    expect(markError('make: *** Error 1')).toBeUndefined();
  });

  it('by a whole command: what is about its beginning', () => {
    expect(ids('kubectl get pods --watch')).toEqual(['L-004']);
    expect(ids('kubectl apply -f tide.yaml --prune')).toEqual(['L-005']);
  });

  it('takes what may stand before a program for no name of it', () => {
    const any = [
      lesson('L-001', 'Bash(* playwright test *)'),
      lesson('L-002', 'Bash(* {docs,notes}/* *)'),
      lesson('L-003', 'Bash(*)'),
    ];
    const found = (tool: string) => findKnownIssues(any, { tool }).map(({ id, tool: name }) => `${id} ${name}`);
    for (const tool of ['playwright', 'playwright test', 'npx playwright', 'pnpm exec playwright test --ui'])
      expect(found(tool), tool).toEqual(['L-001 playwright test']);
    for (const tool of ['npm', 'python3', 'ls', 'npx', 'playwright show-report']) expect(found(tool), tool).toEqual([]);
  });

  it('by error: what names it, the closest first, whatever case and blanks', () => {
    expect(ids(undefined, 'ERROR: Manifest\n  Unknown: abc not found')).toEqual(['L-003', 'L-001']);
    expect(ids(undefined, 'quota exceeded for deploys')).toEqual(['L-002']);
    expect(ids(undefined, 'all is well')).toEqual([]);
  });

  it('by both: both must fit', () => {
    expect(ids('deploy', 'manifest unknown')).toEqual(['L-001']);
    expect(ids('deploy', 'manifest unknown: abc not found')).toEqual(['L-001', 'L-003']);
    expect(ids('kubectl', 'manifest unknown')).toEqual([]);
    expect(ids('kubectl', 'anything else')).toEqual([]);
    expect(ids('kubectl apply', 'error: no matches for kind "Boat" in version 1')).toEqual(['L-005']);
  });

  it('tells the tool, the pattern and the fix', () => {
    expect(findKnownIssues(lessons, { tool: 'kubectl apply' })[0]).toEqual({
      id: 'L-005',
      tool: 'kubectl apply',
      pattern: 'no matches for kind <any>',
      rootCause: 'It failed.',
      fix: 'Do L-005.',
      commands: [],
      confidence: 'medium',
      occurrences: 2,
      helped: 0,
      isConfirmed: true,
    });
  });

  it('takes a pattern for what it is, not for an expression', () => {
    const odd = [lesson('L-001', 'Tool(a)', '.+ failed (x)')];
    expect(findKnownIssues(odd, { error: 'it failed (x)' })).toEqual([]);
    expect(findKnownIssues(odd, { error: 'the .+ failed (x)' })).toHaveLength(1);
  });

  it('ends soon on long errors', () => {
    expect(ids(undefined, 'manifest '.repeat(1_000_000))).toEqual([]);
    expect(ids(undefined, `${'x'.repeat(5_000_000)} quota exceeded`)).toEqual(['L-002']);
  });
});
