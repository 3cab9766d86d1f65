import { describe, expect, it } from 'vitest';
import type { TestRun } from '../../../src/loop/test-run.ts';
import { findObstacle } from '../../../src/loop/tests/cannot-run.ts';

const run = (output: string, more: Partial<TestRun> = {}): TestRun => ({
  framework: 'exit-code',
  outcome: 'errored',
  passed: 0,
  failed: 0,
  skipped: 0,
  failures: [{ id: 'the test command', message: output }],
  flaky: [],
  exitCode: 1,
  durationMs: 1,
  output,
  parsed: false,
  ...more,
});

describe('findObstacle', () => {
  it.each([
    'npm error Missing script: "test"',
    ' ERR_PNPM_NO_SCRIPT  Missing script: test',
    'error Command "test" not found.',
    'error: Script not found "test"',
    "make: *** No rule to make target 'test'.  Stop.",
    '/usr/bin/python3: No module named pytest',
    "npm error 404  The requested resource 'lamp-test@*' could not be found or you do not have permission to access it.",
    "Error: Cannot find module '/home/ada/harbour/node_modules/jest/bin/jest.js'",
    'failed to load config from /home/ada/harbour/vitest.config.ts',
    '● Validation Error:',
    'ERROR: /home/ada/harbour/pyproject.toml: Cannot declare (at line 3, column 4)',
  ])('sees that tests cannot be run: %s', (line) => {
    expect(findObstacle(run(`> harbour@1.0.0\n${line}\nmore\n`))).toBe(line.trim());
  });

  it('sees it where only the exit code of the command is known', () => {
    const said = 'npm error npx canceled due to missing packages and no YES option: ["lamp-test@1.0.0"]';
    expect(findObstacle(run(said, { outcome: 'failed' }))).toBe(said);
    expect(findObstacle(run('the lamp is dark', { outcome: 'failed' }))).toBeUndefined();
  });

  it('lets attempts be made where the code is what does not run, and where some tests were', () => {
    expect(findObstacle(run("Error: Cannot find module './berth.js'"))).toBeUndefined();
    expect(findObstacle(run("ModuleNotFoundError: No module named 'berth'"))).toBeUndefined();
    expect(findObstacle(run('npm error Missing script: "test"', { passed: 3 }))).toBeUndefined();
    expect(findObstacle(run('failed to load config from x', { outcome: 'failed', parsed: true }))).toBeUndefined();
  });
});
