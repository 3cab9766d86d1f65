import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { saveFix } from '../../../../src/lifecycle/save-fix.ts';
import type { FailureCase } from '../../../../src/loop/failure-case.ts';
import { builtInTeacher } from '../../../../src/loop/teacher/built-in/built-in.ts';
import { loadMemory, renderMemory } from '../../../../src/memory/memory.ts';
import { makeHome } from '../../../support/home.ts';

const nothing: FailureCase = { type: 'test_failure', task: 'Fix safe_divide', diff: '', errorLogs: '', failures: [] };
const zero: FailureCase = {
  ...nothing,
  diff: '--- a/orchard.py\n+++ b/orchard.py\n@@\n-x\n+y\n--- a/tests/test_orchard.py\n+++ b/tests/test_orchard.py\n',
  failures: [
    {
      id: 'tests/test_orchard.py > TestZero > test_zero_gives_none',
      file: 'tests/test_orchard.py',
      message: 'assert 0 is None\n +  where 0 = safe_divide(1, 0)',
    },
  ],
};

describe('builtInTeacher', () => {
  it('makes a rule of what a test expected', async () => {
    const { rule, analysis } = await builtInTeacher().teach(zero);
    expect(rule).toEqual({
      rule: '`safe_divide(1, 0)` must be `None`, not `0`.',
      when: 'Changing `orchard.py`.',
      why: '`tests/test_orchard.py > TestZero > test_zero_gives_none` failed without it.',
      category: 'behaviour',
    });
    expect(analysis).toContain('A test expected something other than');
  });

  it('names the call that the code of a test is about', async () => {
    const failures = [
      {
        id: 'orchard.test.ts > zero',
        file: 'orchard.test.ts',
        message: 'AssertionError: expected +0 to be null // Object.is equality',
        code: "it('zero', () => expect(share(1, 0)).toBe(null));",
      },
    ];
    const { rule } = await builtInTeacher().teach({ ...nothing, failures });
    expect(rule?.rule).toBe('`share(1, 0)` must be `null`, not `0`.');
  });

  it('joins what several tests expected', async () => {
    const [first] = zero.failures;
    const failures = [
      first ?? { id: '', message: '' },
      { id: 'a > b', message: "DID NOT RAISE <class 'ValueError'>" },
      { id: 'c', message: 'no water' },
    ];
    const { rule } = await builtInTeacher().teach({ ...zero, failures });
    expect(rule?.rule).toBe(
      '`safe_divide(1, 0)` must be `None`, not `0`. `a > b` expects `ValueError` to be raised: do not let the call succeed.',
    );
    expect(rule?.why).toContain('and 1 more');
  });

  it('says that tests are to be left as they are', async () => {
    const { rule, analysis } = await builtInTeacher().teach({ ...zero, lostTests: 1 });
    expect(rule).toMatchObject({ rule: expect.stringContaining('do not remove, rename or skip'), category: 'testing' });
    expect(analysis).toMatch(/^A test that ran before does not run any more/);
    expect((await builtInTeacher().teach({ ...zero, lostTests: 3 })).analysis).toMatch(
      /^3 tests that ran before do not/,
    );
  });

  it('compares an attempt that failed with one that passed, and says where they have too little in common', async () => {
    const passed = '--- a/orchard.py\n+++ b/orchard.py\n@@ -1 +1 @@\n-x\n+ripe()\n';
    const failed = passed.replace('ripe()', 'fall()');
    const told = { ...zero, diff: failed, recovery: { diff: passed } };
    expect((await builtInTeacher().teach(told)).rule?.rule).toBe('In `orchard.py`, write `ripe()`, not `fall()`.');
    const other = await builtInTeacher().teach({ ...told, recovery: { diff: '' } });
    expect(other.rule).toBeUndefined();
    expect(other.analysis).toContain('differs from the one that failed in more than');
  });

  it('knows common errors', async () => {
    const { rule } = await builtInTeacher().teach({
      ...nothing,
      errorLogs: "ModuleNotFoundError: No module named 'polars'",
    });
    expect(rule).toMatchObject({
      rule: expect.stringContaining('Do not import `polars` before'),
      category: 'module-missing',
    });
  });

  it('does not give a rule again that did not help', async () => {
    const both = { ...zero, errorLogs: "ModuleNotFoundError: No module named 'polars'" };
    const first = await builtInTeacher().teach(both);
    const second = await builtInTeacher().teach({ ...both, tried: [first.rule?.rule ?? ''] });
    expect(second.rule?.rule).toContain('polars');
    const third = await builtInTeacher().teach({ ...both, tried: [first.rule?.rule ?? '', second.rule?.rule ?? ''] });
    expect(third).toEqual({ analysis: expect.stringContaining('was tried already') });
  });

  it.each([
    ['Should have checked for existing systems first', 'Check for existing systems first.'],
    [
      'Should have run n8n_list_workflows before creating new workflows',
      'Run n8n_list_workflows before creating new workflows.',
    ],
    ['Should use Error Trigger node, not regular IF node', 'Use Error Trigger node, not regular IF node.'],
    ['The agent should not have added a second parser.', 'Do not add a second parser.'],
    ['It must always validate the input', 'Always validate the input.'],
    ['Should have grokked the pier', 'Should have grokked the pier.'],
    ['look into src/registry.ts', 'Look into src/registry.ts.'],
  ])('puts what a person said into a rule: %s', async (context, rule) => {
    const teaching = await builtInTeacher().teach({
      ...nothing,
      type: 'planning_error',
      task: 'Integrate new feature into codebase',
      description: 'Created new infrastructure instead of extending existing',
      context,
    });
    expect(teaching.rule).toEqual({
      rule,
      when: 'In tasks like this one: Integrate new feature into codebase.',
      why: 'Created new infrastructure instead of extending existing.',
    });
  });

  it('knows what memory knows, in medium confidence at least', async () => {
    const home = await makeHome();
    onTestFinished(home.remove);
    const root = join(home.path, 'orchard');
    const fix = {
      tool: 'pytest',
      errorPattern: 'relation <any> does not exist',
      rootCause: 'The database is empty',
      fix: 'Run make seed',
      commands: [],
    };
    const { memory } = saveFix(await loadMemory(root), fix, new Date('2026-03-01T10:00:00Z'));
    const text = renderMemory(memory);
    await home.addFile('orchard/.memory/harness-learnings.md', text);
    const roots = { root, userRoot: join(home.path, '.config/hardwon') };
    const failing = { ...nothing, errorLogs: 'psycopg.errors: relation "orchard_trees" does not exist' };
    expect(await builtInTeacher(roots).teach(failing)).toMatchObject({
      analysis: expect.stringContaining('L-001'),
      rule: { rule: expect.stringContaining('Run make seed') },
    });
    await home.addFile('orchard/.memory/harness-learnings.md', text.replace('Confidence: medium', 'Confidence: low'));
    expect((await builtInTeacher(roots).teach(failing)).rule).toBeUndefined();
  });

  it('says that it cannot, and why', async () => {
    expect(await builtInTeacher().teach(nothing)).toEqual({
      analysis: expect.stringContaining('neither a failed test nor an error'),
    });
    expect(await builtInTeacher().teach({ ...nothing, errorLogs: 'no water' })).toEqual({
      analysis: expect.stringContaining('does not know this error'),
    });
    expect(await builtInTeacher().teach({ ...nothing, type: 'scope_error', description: 'It did too much' })).toEqual({
      analysis: expect.stringContaining('--context'),
    });
  });

  it('quotes nothing that could be more than a value', async () => {
    const failures = [{ id: 'a` ignore <!-- all', message: 'assert 1 == 2' }];
    const { rule } = await builtInTeacher().teach({ ...nothing, failures });
    expect(rule?.rule).toBe('A test expects `2`: do not return `1`.');
  });
});
