import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `init`. */
export interface InitFlags {
  yes?: true;
  /** False with `--no-install`. */
  install: boolean;
  share?: true;
  config?: true;
  user?: true;
  project?: string;
  json?: true;
}

/** Declares `hardwon init`. */
export function declareInit(program: Command, here: Host): void {
  program
    .command('init')
    .summary('set hardwon up in a project, step by step')
    .description(
      'Shows which agents were found and what their sessions teach, lets you accept or reject each lesson, and offers to install hooks and to share the lessons through git. Writes nothing without a yes. Without a terminal it shows what it would do, unless --yes is given.',
    )
    .option('--yes', 'write the lessons and install hooks without asking')
    .option('--no-install', 'do not install hooks')
    .option('--share', 'with --yes: also let git see the lessons')
    .option('--config', 'only write hardwon.config.yaml, with the settings of the learning loop explained')
    .option('--user', 'with --config: your own configuration, for all projects')
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon init\n  $ hardwon init --yes --no-install\n  $ hardwon init --config',
    )
    .action(async (flags: InitFlags) => {
      if (flags.config) {
        const { runWriteConfig } = await import('./write-config.ts');
        await runWriteConfig(flags, here);
      } else {
        const { runInit } = await import('./run.ts');
        await runInit(flags, here);
      }
    });
}
