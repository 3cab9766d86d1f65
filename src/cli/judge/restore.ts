import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import type { MemoryFlags } from '../memory-change.ts';
import { DRY_RUN_OPTION, JSON_OPTION, PROJECT_OPTION, USER_OPTION } from '../options.ts';

/** Options of `restore`. */
export interface RestoreFlags extends MemoryFlags {
  dryRun?: true;
}

/** Declares `hardwon restore`. */
export function declareRestore(program: Command, here: Host): void {
  program
    .command('restore')
    .summary('restore a lesson that was rejected or pruned')
    .description(
      'Restores lessons as they were, under their old ids. Without an id it lists the lessons that were removed.',
    )
    .argument('[ids...]', 'lessons, such as L-012')
    .option(...DRY_RUN_OPTION)
    .option(...USER_OPTION)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExamples:\n  $ hardwon restore\n  $ hardwon restore L-003')
    .action(async (ids: string[], flags: RestoreFlags) => {
      const { runRestore } = await import('./run.ts');
      await runRestore(ids, flags, here);
    });
}
