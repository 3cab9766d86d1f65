import type { Program } from '../program.ts';

/** Gradle, which builds. */
export const gradle: Program = {
  names: 'gradle',
  aliases: 'gradlew',
  valueFlags: '-p --project-dir -x --exclude-task -b --build-file -c -I --init-script --tests',
  directoryFlags: '-p --project-dir',
  operands: 'targets',
  hasTargets: true,
  bypasses: [
    {
      id: 'exclude-test-task',
      group: 'checks',
      why: 'tests',
      sample: './gradlew build -x test',
      flags: '-x --exclude-task',
      operand: /(?:^|:)(?:test|check|lint|integrationTest)$/,
    },
  ],
  causes: [
    {
      id: 'gradle.task',
      kind: 'script-missing',
      has: 'not found in ',
      line: /Task '(?<subject>[^']+)' not found in/,
      strict: true,
    },
    {
      id: 'format.gradle',
      kind: 'check-failed',
      has: 'spotlessApply',
      line: /Run '.*spotlessApply' to fix/,
      strict: true,
      work: true,
    },
    { id: 'test.gradle', kind: 'test-failed', has: 'failing tests', line: /There were failing tests/, work: true },
  ],
  obstacles: [
    /^Could not compile (?:build|settings) file .*/m,
    /^A problem occurred (?:evaluating|configuring) .*(?:\n> .*)?/m,
    /^Task '[^'\n]{1,200}' not found in .*/m,
    /^Could not resolve all (?:files|dependencies|artifacts) for configuration .*(?:\n> .*)?/m,
  ],
  builds: 'build generate',
  buildFolder: 'build',
  isSpokenOf: true,
  isNoWord: true,
  substitutes: 'gradlew',
};
