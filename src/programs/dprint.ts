import type { Program } from './program.ts';

/** dprint, a formatter of many languages. */
export const dprint: Program = { names: 'dprint', hasNoVerbs: true, checks: true, rewrites: { tidies: 'fmt' } };
