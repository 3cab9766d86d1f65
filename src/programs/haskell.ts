import type { Program } from './program.ts';

/** Haskell. */
export const haskellPrograms: readonly Program[] = [
  { names: 'stack', subcommands: {}, looks: 'path ls' },
  { names: 'cabal', subcommands: {} },
  { names: 'ormolu', rewrites: { told: '-i --inplace --mode' } },
  { names: 'fourmolu', rewrites: { told: '-i --inplace --mode' } },
];
