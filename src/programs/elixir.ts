import type { Program } from './program.ts';

/** Elixir. */
export const elixir: Program = {
  names: 'mix',
  subcommands: {},
  changes: 'deps.get compile ecto.migrate ecto.create',
  checks: 'format credo compile test',
  rewrites: { tidies: 'format' },
  restores: 'deps.get',
};
