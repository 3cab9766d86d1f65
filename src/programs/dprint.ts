import type { Program } from './program.ts';

/** dprint, a formatter of many languages. */
export const dprint: Program = { names: 'dprint', changes: true };
