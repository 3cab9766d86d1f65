import type { Program } from './program.ts';

/** Protocol buffers. */
export const protobufPrograms: readonly Program[] = [
  {
    names: 'buf',
    subcommands: {},
    changes: 'generate dep',
    rewrites: { told: '-w --write', generates: 'generate' },
    builds: 'build generate',
  },
  { names: 'protoc', hasSingleDashes: true, changes: true, builds: true },
];
