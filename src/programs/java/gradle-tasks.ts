import { join, sep } from 'node:path';

/**
 * A task of Gradle that runs tests: `> Task :lamp:test`, and `:lamp:integrationTest` as old versions have it, which print what the tests say
 * right behind the name. `compileTestJava`, `testClasses` and their like run none.
 */
const TASK = '^(?:> Task )?(:(?:[\\w.-]{1,100}:)*(?:test|\\w{1,100}Test))(?![a-z]|[A-Z][a-z])';

const KEPT = new RegExp(`${TASK} (?:UP-TO-DATE|FROM-CACHE)\\r?$`, 'gm');
const WANTED = new RegExp(`${TASK}(?! (?:NO-SOURCE|SKIPPED))`, 'm');

/** Where the reports are that still hold: Gradle says of some tests that they passed before, and does not run them again. */
export function findKeptReports(output: string, folders: readonly string[], cwd: string): string[] {
  return [...output.matchAll(KEPT)].flatMap(([, path = '']) => {
    const [task = '', module] = path.split(':').slice(1).reverse();
    const own = folders.filter((folder) => {
      if (module === undefined) return folder === join(cwd, 'build', 'test-results', task);
      return folder.endsWith(join(sep, module, 'build', 'test-results', task));
    });
    // A module may stand in a folder of another name.
    return own.length > 0 ? own : folders;
  });
}

/** Whether Gradle says that it ran tests, or knows that they would pass. Quiet, it says nothing. */
export function hasRunTests(output: string): boolean {
  return WANTED.test(output);
}

/** Whether Gradle came to its end, and all went well. */
export function hasSucceeded(output: string): boolean {
  return /^BUILD SUCCESSFUL in /m.test(output);
}
