import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import type { MemoryFlags } from '../memory-change.ts';
import { collect } from '../option-values.ts';
import { DRY_RUN_OPTION, HUMAN_OPTION, JSON_OPTION, PROJECT_OPTION, USER_OPTION } from '../options.ts';

/** Options of `resolve`. */
export interface ResolveFlags extends MemoryFlags {
  keep?: string;
  drop?: string;
  both?: true;
  scope?: string[];
  human?: true;
  dryRun?: true;
}

/** Declares `hardwon resolve`. */
export function declareResolve(program: Command, here: Host): void {
  program
    .command('resolve')
    .summary('settle which of two lessons that contradict each other is right')
    .description(
      'Shows lessons that may contradict each other, and settles it: one stays and the other goes, or both stay. On a terminal it asks. Without an id it lists the conflicts.',
    )
    .argument('[id]', 'one of the lessons, such as L-012')
    .addOption(new Option('--keep <id>', 'this one is right; what contradicts it goes').conflicts(['drop', 'both']))
    .addOption(new Option('--drop <id>', 'this one is wrong, and goes').conflicts(['both']))
    .option('--both', 'both are right')
    .option('--scope <id=paths>', 'with --both: where a lesson holds, separated by commas; may be repeated', collect)
    .option(...HUMAN_OPTION)
    .option(...DRY_RUN_OPTION)
    .option(...USER_OPTION)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon resolve')
    .action(async (id: string | undefined, flags: ResolveFlags) => {
      const { runResolve } = await import('./run.ts');
      await runResolve(id, flags, here);
    });
}
