import type { Command } from 'commander';

/** Options of `init`. */
export interface InitFlags {
  project?: string;
  user?: true;
  json?: true;
}

/** `hardwon init`. */
export function declareInit(program: Command): void {
  program
    .command('init')
    .summary('write a configuration file with the settings of the learning loop, explained')
    .description(
      'Writes hardwon.config.yaml with the settings of the learning loop and what they mean. A file that is there is not touched: then the exit code is 1.',
    )
    .option('--project <path>', 'the project, by any folder of it (default: the current folder)')
    .option('--user', 'your own configuration, for all projects')
    .option('--json', 'print one JSON object (its shape is in docs/json.md)')
    .addHelpText('after', '\nExample:\n  $ hardwon init')
    .action(async (flags: InitFlags) => {
      const { runInit } = await import('../run-init.ts');
      await runInit(flags);
    });
}
