import type { Program } from './program.ts';

/** Protocol buffers. */
export const protobufPrograms: readonly Program[] = [
  { names: 'buf', subcommands: {}, changes: 'generate dep' },
  { names: 'protoc', hasSingleDashes: true, changes: true },
];
