import { defineConfig } from 'vitest/config';

/** `npm run test:hostile`: the whole adversarial round, of which the other tests run a sample. */
export default defineConfig({
  test: {
    include: ['tests/hostile/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: '100%',
    testTimeout: 900_000,
    hookTimeout: 60_000,
    env: { TZ: 'UTC', NO_COLOR: '1', HARDWON_HOSTILE: 'long' },
  },
});
