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
    .summary('remove weak and old lessons from the memory')
    .description(
      'Removes lessons of low confidence after 60 days, or 30 in a memory of over 200 lessons, and lowers those of medium confidence after 120 days. Days count from when a lesson was last seen or added. Promoted and confirmed lessons, and those whose logs still exist, stay. Removed lessons come back when they are seen again. Changes nothing unless --apply is given.',
    )
    .option('--apply', 'write it')
    .option('--verbose', 'list every lesson, however many there are')
    .option(...USER_OPTION)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExamples:\n  $ hardwon tidy\n  $ hardwon tidy --apply')
    .action(async (flags: TidyFlags) => {
      const { runTidy } = await import('./run.ts');
      await runTidy(flags, here);
    });
}
