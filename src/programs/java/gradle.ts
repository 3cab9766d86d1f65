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
  builds: 'build generate',
};
