import { goRunner } from './go/go.ts';
import { junitRunner } from './java/junit.ts';
import { bunRunner } from './node/bun.ts';
import { jestRunner } from './node/jest.ts';
import { mochaRunner } from './node/mocha.ts';
import { nodeRunner } from './node/node.ts';
import { tapRunner } from './node/tap.ts';
import { vitestRunner } from './node/vitest.ts';
import { pytestRunner } from './python/pytest.ts';
import { unittestRunner } from './python/unittest.ts';
import { cargoRunner } from './rust/cargo.ts';
import type { TestRunner } from './test-runner.ts';

/** Every runner of tests that is known, in the order in which a project's files are looked at for them. */
export const testRunners: readonly TestRunner[] = [
  pytestRunner,
  vitestRunner,
  jestRunner,
  nodeRunner,
  mochaRunner,
  goRunner,
  cargoRunner,
  junitRunner,
  tapRunner,
  unittestRunner,
  bunRunner,
];
