import type { Program } from './program.ts';

/** Bazel and Buck. */
export const bazelPrograms: readonly Program[] = [
  {
    names: 'bazel',
    aliases: 'bazelisk',
    subcommands: {},
    operands: 'targets',
    changes: 'build clean run sync',
    builds: 'build generate',
    isNoWord: true,
  },
  { names: 'buck2', subcommands: {} },
];
