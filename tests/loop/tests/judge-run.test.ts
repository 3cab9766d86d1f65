import { describe, expect, it } from 'vitest';
import { guessReason, judgeRun } from '../../../src/loop/tests/judge-run.ts';
import { parseOutput } from '../../../src/loop/tests/run-tests.ts';

/** A command of which nothing is known but what it printed and its exit code. */
function finished(said: string, code: number, isSure = false) {
  const end = { how: 'exited', code, output: said, stdout: said, durationMs: 1 } as const;
  return { end, parsed: parseOutput('exit-code', said, '/home/ada/lantern'), isSure };
}

describe('judgeRun', () => {
  it.each([
    ['ctest', 'Test project /home/ada/lantern\nNo tests were found!!!'],
    ['Maven', '[INFO] No tests to run.'],
    ['Maven, told to skip them', '[INFO] Tests are skipped.'],
    ['Gradle', '> Task :lamp:test NO-SOURCE'],
    ['Maven without its tests', '[INFO] --- jar:3.4.1:jar (default-jar) @ lantern ---\n[INFO] BUILD SUCCESS'],
    ['Gradle without its tests', '> Task :compileJava\n> Task :assemble\n\nBUILD SUCCESSFUL in 1s'],
    ['rspec', 'Finished in 0.001 seconds\n0 examples, 0 failures'],
    ['phpunit', 'No tests executed!'],
    ['dotnet', 'No test is available in lamp.dll. Make sure that test discoverer is registered'],
    ['unittest', '\nRan 0 tests in 0.000s\n\nOK'],
    ['unittest of Python 3.12', '\nRan 0 tests in 0.000s\n\nNO TESTS RAN'],
  ])('takes no run of %s for passed that ran nothing', (_, said) => {
    expect(judgeRun(finished(said, 0), said)).toBe('no-tests');
  });

  it.each([
    '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS',
    '> Task :lamp:test FROM-CACHE\n\nBUILD SUCCESSFUL in 1s',
  ])('takes a build for passed whose reports stand elsewhere: %s', (said) => {
    expect(judgeRun(finished(said, 0), said)).toBe('passed');
  });

  it('takes one project without tests for no sign that the others have none', () => {
    const said =
      'No test is available in lamp.dll.\nPassed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3';
    expect(judgeRun(finished(said, 0), said)).toBe('passed');
  });

  it.each([
    ['bun', ' 1 pass\n 1 fail\n 1 expect() calls\nRan 2 tests across 1 file. [41.00ms]'],
    [
      'deno',
      'running 2 tests from ./a_test.ts\nok ... ok (1ms)\nno ... FAILED (1ms)\n\nFAILED | 1 passed | 1 failed (9ms)',
    ],
    ['rspec', '2 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/lamp_spec.rb:3 # Lamp is lit'],
    ['phpunit', 'There was 1 failure:\n\n1) LampTest::testLit\n\nFAILURES!\nTests: 2, Assertions: 2, Failures: 1.'],
    ['ctest', '1/2 Test #1: lit ....   Passed    0.00 sec\n50% tests passed, 1 tests failed out of 2'],
    ['dotnet', 'Failed!  - Failed:     1, Passed:     1, Skipped:     0, Total:     2'],
    ['turbo', 'web:test:  Test Files  1 failed (1)\nweb:test:       Tests  1 failed (1)'],
    ['pnpm -r', 'web test$ vitest run\n│  Test Files  1 failed (1)\n│       Tests  1 failed (1)'],
  ])('does not take the words of %s for those of another runner', (_, said) => {
    expect(finished(said, 1).parsed).toBeUndefined();
    expect(judgeRun(finished(said, 1), said)).toBe('failed');
  });

  it('takes no runner for passed that says nothing of its tests', () => {
    expect(judgeRun(finished('Starting', 0, true), 'Starting')).toBe('errored');
    expect(judgeRun(finished('Starting', 3, true), 'Starting')).toBe('errored');
    expect(guessReason(finished('Starting', 0, true), 'errored', 'Starting').message).toMatch(
      /^It exited with 0 before/,
    );
  });

  it('tells what Maven marks as an error, not how to ask for more', () => {
    const said = `[INFO] BUILD FAILURE
[ERROR] COMPILATION ERROR :
[ERROR] /home/ada/lantern/src/test/java/LampTest.java:[1,58] incompatible types: String cannot be converted to int
[ERROR]
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
`;
    const run = finished(said, 1);
    expect(judgeRun(run, said)).toBe('errored');
    expect(guessReason(run, 'errored', said).message).toMatch(
      /^\[ERROR\] COMPILATION ERROR :\n\[ERROR\] .*incompatible types/,
    );
  });

  it.each([
    'Jest: "global" coverage threshold for lines (100%) not met: 75%',
    'ERROR: Coverage failure: total of 75 is less than fail-under=99',
    'ERROR: Coverage for lines (50%) does not meet global threshold (90%)',
    'Error: 50.00% line coverage does not meet threshold of 90%.',
  ])('says why a run is none where all tests passed: %s', (line) => {
    const said = `TAP version 13\nok 1 - a\n1..1\n${line}\n${'-'.repeat(30)}\n`;
    const run = finished(said, 1);
    expect(judgeRun(run, said)).toBe('errored');
    expect(guessReason(run, 'errored', said).message).toBe(`All tests passed, yet it exited with 1.\n${line}`);
  });
});
