import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DetectedTests, TestRunner } from '../test-runner.ts';
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
  const wrapper = (name: string) => (process.platform === 'win32' ? `${name}.${name === 'mvnw' ? 'cmd' : 'bat'}` : `./${name}`);
  if (has('pom.xml'))
    return { framework: 'junit', command: [has('mvnw') ? wrapper('mvnw') : 'mvn', '--batch-mode', 'test'], source: 'pom.xml' };
  const build = ['build.gradle', 'build.gradle.kts'].find(has);
  if (!build) return undefined;
  return { framework: 'junit', command: [has('gradlew') ? wrapper('gradlew') : 'gradle', 'test'], source: build };
}
