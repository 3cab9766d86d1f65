import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import type { MemoryFlags } from '../memory-change.ts';
import { DRY_RUN_OPTION, JSON_OPTION, PROJECT_OPTION, USER_OPTION } from '../options.ts';

/** Options of `reject`. */
export interface RejectFlags extends MemoryFlags {
  reason?: string;
  dryRun?: true;
}

/** Declares `hardwon reject`. */
export function declareReject(program: Command, here: Host): void {
  program
    .command('reject')
    .summary('reject a lesson that is wrong or unwanted')
    .description(
      'Removes lessons from the memory. Each leaves a tombstone, so that it is not learned again. The next learn --apply removes it from the context files; lessons in your own memory are removed from them at once.',
    )
    .argument('<ids...>', 'lessons, such as L-012')
    .option('--reason <text>', 'why, for those who read the tombstone')
    .option(...DRY_RUN_OPTION)
    .option(...USER_OPTION)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon reject L-012 --reason "the script is gone"')
    .action(async (ids: string[], flags: RejectFlags) => {
      const { runReject } = await import('./run.ts');
      await runReject(ids, flags, here);
    });
}
