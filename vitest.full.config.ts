import { defineConfig } from 'vitest/config';
import { namesRetriedTests, retries } from './tests/support/retries.ts';

/** `npm run test:full`: the real clients of coding agents, installed by the run itself. */
export default defineConfig({
  test: {
    include: ['tests/full/**/*.test.ts'],
    globalSetup: [
      'tests/full/support/install-clients.ts',
      'tests/full/support/install-browser.ts',
      'tests/full/support/install-runners.ts',
      'tests/full/support/install-build-tools.ts',
      'tests/full/support/postgres.ts',
    ],
    pool: 'threads',
    // One client after another: each takes a core and hundreds of megabytes.
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    retry: retries,
    reporters: ['default', namesRetriedTests],
    env: { TZ: 'UTC', NO_COLOR: '1' },
  },
});
