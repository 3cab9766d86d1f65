import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import type { MemoryFlags } from '../memory-change.ts';
import { JSON_OPTION, PROJECT_OPTION, USER_OPTION } from '../options.ts';

/** Options of `tidy`. */
export interface TidyFlags extends MemoryFlags {
  apply?: true;
  verbose?: true;
}

/** Declares `hardwon tidy`. */
export function declareTidy(program: Command, here: Host): void {
  program
    .command('tidy')
    .summary('take weak and old lessons out of the memory')
    .description(
      'Prunes lessons of low confidence that nobody has seen for 60 days, lowers those of medium confidence after 120 days, and over 200 lessons takes out the low ones after 30 days. Days count from when a lesson was last seen or came into memory, whichever is later. Promoted and confirmed lessons are left alone, and so are those whose logs are still there: learn judges them. What goes leaves a tombstone, and comes back when it is seen again. Changes nothing unless --apply is given.',
    )
    .option('--apply', 'write it')
    .option('--verbose', 'name every lesson, however many')
    .option(...USER_OPTION)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExamples:\n  $ hardwon tidy\n  $ hardwon tidy --apply')
    .action(async (flags: TidyFlags) => {
      const { runTidy } = await import('./run.ts');
      await runTidy(flags, here);
    });
}
