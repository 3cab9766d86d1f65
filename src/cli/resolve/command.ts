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
    .summary('decide between lessons that contradict each other')
    .description(
      'Settles a conflict between lessons: one stays and the other goes, or both stay. In a terminal it asks. Without an id it lists the conflicts.',
    )
    .argument('[id]', 'one of the lessons, such as L-012')
    .addOption(new Option('--keep <id>', 'keep this one, and remove what contradicts it').conflicts(['drop', 'both']))
    .addOption(new Option('--drop <id>', 'remove this one').conflicts(['both']))
    .option('--both', 'both are right')
    .option('--scope <id=paths>', 'with --both: where a lesson applies, separated by commas; may be repeated', collect)
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
