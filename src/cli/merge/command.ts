import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import type { MemoryFlags } from '../memory-change.ts';
import { DRY_RUN_OPTION, JSON_OPTION, PROJECT_OPTION, USER_OPTION } from '../options.ts';

/** Options of `merge`. */
export interface MergeFlags extends MemoryFlags {
  into?: string;
  dryRun?: true;
}

/** Declares `hardwon merge`. */
export function declareMerge(program: Command, here: Host): void {
  program
    .command('merge')
    .summary('merge duplicate lessons')
    .description(
      'Merges lessons that say the same. The one that stays keeps its words and takes over the counts and the evidence of the others. hardwon restore brings the others back.',
    )
    .argument('<ids...>', 'lessons, such as L-001 L-012')
    .option('--into <id>', 'the one that stays (default: the first)')
    .option(...DRY_RUN_OPTION)
    .option(...USER_OPTION)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon merge L-001 L-012')
    .action(async (ids: string[], flags: MergeFlags) => {
      const { runMerge } = await import('./run.ts');
      await runMerge(ids, flags, here);
    });
}
