import type { Program } from './program.ts';

/** Elixir. */
export const elixir: Program = {
  names: 'mix',
  subcommands: {},
  changes: 'deps.get compile ecto.migrate ecto.create',
  causes: [
    {
      id: 'format.mix',
      kind: 'check-failed',
      has: '--check-formatted',
      line: /mix format failed due to --check-formatted/,
      strict: true,
      work: true,
    },
    { id: 'test.exunit', kind: 'test-failed', has: ' tests, ', line: /^\d+ tests?, [1-9]\d* failures?/, work: true },
  ],
  checks: 'format credo compile test',
  rewrites: { tidies: 'format' },
  restores: 'deps.get',
  buildFolder: '_build',
  isNoWord: true,
};
