import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import type { MemoryFlags } from '../memory-change.ts';
import { DRY_RUN_OPTION, JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `unshare`. */
export interface UnshareFlags extends MemoryFlags {
  dryRun?: true;
}

/** Declares `hardwon unshare`. */
export function declareUnshare(program: Command, here: Host): void {
  program
    .command('unshare')
    .summary("hide the project's lessons from git again")
    .description('Hides .memory/ from git again. If git tracks files in it, prints the command that changes this.')
    .option(...DRY_RUN_OPTION)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon unshare')
    .action(async (flags: UnshareFlags) => {
      const { runUnshare } = await import('./run.ts');
      await runUnshare(flags, here);
    });
}
