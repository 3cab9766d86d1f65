import type { Program } from './program.ts';

/** Zig. */
export const zig: Program = { names: 'zig', subcommands: {}, buildFolder: 'zig-out' };
