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
  builds: 'build generate',
};
