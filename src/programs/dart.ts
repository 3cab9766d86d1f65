import type { Program } from './program.ts';

/** Dart and Flutter. */
export const dartPrograms: readonly Program[] = [
  {
    names: 'dart',
    subcommands: { second: 'pub' },
    changes: 'pub/get',
    checks: 'analyze format',
    rewrites: { tidies: 'format', told: '--apply' },
    restores: 'pub/get',
  },
  {
    names: 'flutter',
    subcommands: { second: 'pub' },
    looks: 'doctor devices --version',
    changes: 'pub/get build clean create',
    checks: 'analyze test',
    restores: 'pub/get',
  },
];
