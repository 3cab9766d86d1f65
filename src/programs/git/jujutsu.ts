import type { Program } from '../program.ts';

/** Jujutsu. */
export const jujutsu: Program = {
  names: 'jj',
  subcommands: { second: 'git bookmark op operation workspace config file', values: '-R --repository' },
  operands: 'targets',
  looks: 'log st status diff show op/log bookmark/list',
};
