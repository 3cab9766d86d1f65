/**
 * A task of Gradle that runs tests: `> Task :lamp:test`, and `:lamp:integrationTest` as old versions have it, which print what the tests say
 * right behind the name. `compileTestJava`, `testClasses` and their like run none.
 */
const TASK = '^(?:> Task )?:(?:[\\w.-]{1,100}:)*(?:test|\\w{1,100}Test)(?![a-z]|[A-Z][a-z])';

const KEPT = new RegExp(`${TASK} (?:UP-TO-DATE|FROM-CACHE)\\r?$`, 'm');
const WANTED = new RegExp(`${TASK}(?! (?:NO-SOURCE|SKIPPED))`, 'm');

/** Whether Gradle says that tests passed before and were not run again: their reports still hold. */
export function keepsResults(output: string): boolean {
  return KEPT.test(output);
}

/** Whether Gradle says that it ran tests, or knows that they would pass. Quiet, it says nothing. */
export function hasRunTests(output: string): boolean {
  return WANTED.test(output);
}

/** Whether Gradle came to its end, and all went well. */
export function hasSucceeded(output: string): boolean {
  return /^BUILD SUCCESSFUL in /m.test(output);
}
