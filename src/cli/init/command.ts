import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `init`. */
export interface InitFlags {
  project?: string;
  user?: true;
  json?: true;
}

/** Declares `hardwon init`. */
export function declareInit(program: Command, here: Host): void {
  program
    .command('init')
    .summary('write a configuration file with the settings of the learning loop, explained')
    .description(
      'Writes hardwon.config.yaml with the settings of the learning loop and what they mean. A file that is there is not touched: then the exit code is 1.',
    )
    .option(...PROJECT_OPTION)
    .option('--user', 'your own configuration, for all projects')
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon init')
    .action(async (flags: InitFlags) => {
      const { runInit } = await import('./run.ts');
      await runInit(flags, here);
    });
}
