import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Tests start real programs, which a busy machine may delay beyond every limit. In CI such a test is tried twice more, so that the result is
 * about the change; elsewhere the first failure counts, so that a race is seen by the person who can find it.
 */
export const retries = process.env.CI === undefined ? 0 : 2;

/** Names every test that passed only after a retry: each is a race to be found, in the test or in the program. */
export const namesRetriedTests: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules
      .flatMap((module) => [...module.children.allTests('passed')])
      .filter((test) => test.diagnostic()?.flaky === true);
    if (flaky.length > 0) {
      process.stdout.write(`\nPassed only after a retry:\n${flaky.map(describe).join('')}\n`);
    }
  },
};

function describe(test: TestCase): string {
  const messages = test.result().errors?.map((error) => `    ${error.message}\n`) ?? [];
  return `  ${test.module.relativeModuleId}: ${test.fullName} (retries: ${test.diagnostic()?.retryCount})\n${messages.join('')}`;
}
