import type { Program } from '../program.ts';

/** Biome, a linter and formatter. */
export const biome: Program = { names: 'biome', subcommands: {}, changes: 'format' };
