import type { Program } from './program.ts';

/** Interpreters of languages of which nothing else is known. */
export const otherLanguagesPrograms: readonly Program[] = [
  { names: 'lua', versioned: 'lua', hasNoVerbs: true, operands: 'script-first', interprets: true },
  { names: 'stylua', rewrites: { tidies: true } },
  { names: 'rscript', interprets: true },
];
