import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DetectedTests, TestRunner } from '../test-runner.ts';
import type { TestStyle } from '../test-style.ts';
import { readBuildReports } from './build-reports.ts';
import { hasRunTests } from './gradle-tasks.ts';

/** Tests of a build by Maven or Gradle, which report for JUnit. */
export const junitRunner: TestRunner = {
  framework: 'junit',
  isStartedBy: ({ name }) => /^(?:mvnw?|gradlew?)$/.test(name),
  detect: detectBuild,
  plan: ({ plain, cwd }) => ({
    ...plain,
    // Where a test ends its process, or all tests are gone, Gradle calls it a success and removes the reports.
    owesReport: hasRunTests,
    readReport: ({ output, startedAt }) => readBuildReports(cwd, startedAt, output),
  }),
};

async function detectBuild(root: string): Promise<DetectedTests | undefined> {
  const has = (name: string) => existsSync(join(root, name));
  const wrapper = (name: string) =>
    process.platform === 'win32' ? `${name}.${name === 'mvnw' ? 'cmd' : 'bat'}` : `./${name}`;
  if (has('pom.xml'))
    return {
      framework: 'junit',
      command: [has('mvnw') ? wrapper('mvnw') : 'mvn', '--batch-mode', 'test'],
      source: 'pom.xml',
    };
  const build = ['build.gradle', 'build.gradle.kts'].find(has);
  if (!build) return undefined;
  return { framework: 'junit', command: [has('gradlew') ? wrapper('gradlew') : 'gradle', 'test'], source: build };
}

const BUILDS = ['pom.xml', 'build.gradle', 'build.gradle.kts'];
const JUPITER = /junit-?jupiter|useJUnitPlatform/i;

/** How tests for JUnit 4 and 5 are written. */
export const junitStyles: readonly TestStyle[] = [
  styleOf('junit5', ({ mentions }) => mentions(BUILDS, JUPITER)),
  styleOf('junit4', async ({ mentions }) => !(await mentions(BUILDS, JUPITER)) && mentions(BUILDS, /\bjunit\b/i)),
];

function styleOf(name: 'junit5' | 'junit4', isUsed: TestStyle['isUsed']): TestStyle {
  return {
    name,
    files: /(?:^|\/)src\/test\/java\/.*\.java$/,
    folder: 'src/test/java',
    suffix: '.java',
    isUsed,
    place: ({ folder, className, suffix }) => `${folder}/lessons/${className}Test${suffix}`,
    run: () => 'the tests of your build',
  };
}
