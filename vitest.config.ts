import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 30_000,
    env: { TZ: 'UTC', NO_COLOR: '1' },
  },
});
