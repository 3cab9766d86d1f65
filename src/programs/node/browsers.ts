import type { Program } from '../program.ts';

/** Runners of tests in browsers. */
export const nodeBrowsers: readonly Program[] = [
  {
    names: 'playwright',
    subcommands: {},
    valueFlags:
      '-c --config -g --grep --grep-invert --project --reporter --workers -j --retries --timeout --output --shard',
    pathFlags: '-c',
    changes: 'install install-deps',
    tests: true,
    packages: '@playwright/test playwright',
    isSpokenOf: true,
  },
  { names: 'cypress', subcommands: {}, changes: 'install', tests: true, isSpokenOf: true },
  { names: 'karma', tests: true },
];
