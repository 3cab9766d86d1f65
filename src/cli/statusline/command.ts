import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { JSON_OPTION } from '../options.ts';

/** Options of `statusline`. */
export interface StatuslineFlags {
  json?: true;
}

/** Declares `hardwon statusline`. */
export function declareStatusline(program: Command, here: Host): void {
  program
    .command('statusline')
    .summary('print a status line for an agent: lessons, and those shown in this session')
    .description(
      'Prints one line for the status line of Claude Code, which sends the session and the folder as JSON on stdin. hardwon-hook statusline prints the same, faster.',
    )
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon statusline')
    .action(async (flags: StatuslineFlags) => {
      const { runStatusline } = await import('./run.ts');
      await runStatusline(flags, here);
    });
}
