import { defineConfig } from 'vitest/config';
import { namesRetriedTests, retries } from './tests/support/retries.ts';

/** `npm run test:built`: the built program as users start it, git, processes that compete, and the formats of every agent. */
export default defineConfig({
  test: {
    include: ['tests/**/*.built.test.ts'],
    pool: 'threads',
    isolate: false,
    // Most tests wait for programs that they started: leaving a core free takes half as long again.
    maxWorkers: '100%',
    // A test that starts programs takes seconds on an idle machine, and many times as long on a busy one.
    testTimeout: 240_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    retry: retries,
    reporters: ['default', namesRetriedTests],
    env: { TZ: 'UTC', NO_COLOR: '1' },
  },
});
