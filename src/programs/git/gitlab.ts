import type { Program } from '../program.ts';

/** The command line of GitLab. */
export const gitlab: Program = {
  names: 'glab',
  subcommands: { second: '*', single: 'api help version', values: '-R --repo' },
  operands: 'no-paths',
  looks: '*/view */list */status',
  isSpokenOf: true,
  isNoWord: true,
};
