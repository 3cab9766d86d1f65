import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import type { MemoryFlags } from '../memory-change.ts';
import { DRY_RUN_OPTION, JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `share`. */
export interface ShareFlags extends MemoryFlags {
  anonymise?: true;
  asIs?: true;
  dryRun?: true;
}

/** Declares `hardwon share`. */
export function declareShare(program: Command, here: Host): void {
  program
    .command('share')
    .summary("let git see the project's lessons")
    .description(
      'Lets git see the lessons in .memory/, but not the log of failures. Refuses if others would read home folders, e-mail addresses, secrets or paths of this machine. Commits nothing.',
    )
    .option('--anonymise', 'rewrite such lines of the memory')
    .addOption(new Option('--as-is', 'share such lines as they are').conflicts('anonymise'))
    .option(...DRY_RUN_OPTION)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExamples:\n  $ hardwon share --dry-run\n  $ hardwon share --anonymise')
    .action(async (flags: ShareFlags) => {
      const { runShare } = await import('./run.ts');
      await runShare(flags, here);
    });
}
