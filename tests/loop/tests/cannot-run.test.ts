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

  it.each([
    [
      "Could not compile build file '/home/ada/lantern/build.gradle'.\n> startup failed:",
      /^Could not compile build file/,
    ],
    [
      "A problem occurred evaluating root project 'lantern'.\n> Could not find method lamp() for arguments []",
      /^> Could not find method/,
    ],
    ["Task 'tset' not found in root project 'lantern'.", /^Task 'tset' not found/],
    [
      "Could not resolve all files for configuration ':testCompileClasspath'.\n> Cannot resolve external dependency junit:junit:9.9",
      /^> Cannot resolve external dependency/,
    ],
    ['ERROR: JAVA_HOME is not set and no java command could be found in your PATH.', /JAVA_HOME is not set/],
    ['[FATAL] Non-parseable POM /home/ada/lantern/pom.xml: unexpected end tag @', /Non-parseable POM/],
    [
      '[ERROR] The goal you specified requires a project to execute but there is no POM in this directory',
      /requires a project/,
    ],
    ['go: errors parsing go.mod:\ngo.mod:1: unknown directive: modul', /^go\.mod:1: unknown directive/],
    ['go: go.mod requires go >= 1.99 (running go 1.27.3; GOTOOLCHAIN=local)', /requires go >= 1\.99/],
    ['go: cannot find main module, but found .git/config in /home/ada/lantern', /cannot find main module/],
    ['error: failed to parse manifest at `/home/ada/lantern/Cargo.toml`', /failed to parse manifest/],
  ])('sees that a build cannot be run: %s', (said, told) => {
    expect(findObstacle(run(`FAILURE: Build failed.\n${said}\nmore\n`))).toMatch(told);
  });

  it('lets attempts be made where code does not compile', () => {
    for (const said of [
      "Execution failed for task ':compileTestJava'.\n> Compilation failed; see the compiler error output for details.",
      '[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.11.0:compile: Compilation failure',
      '# example.com/lantern\nlamp.go:3:5: undefined: oil',
      'error[E0425]: cannot find value `oil` in this scope\nerror: could not compile `lantern` (lib) due to 1 previous error',
    ])
      expect(findObstacle(run(said))).toBeUndefined();
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
