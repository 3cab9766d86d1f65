import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { CONFIG_OPTION, JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `doctor`. */
export interface DoctorFlags {
  fix?: true;
  project?: string;
  config?: string;
  json?: true;
}

/** Declares `hardwon doctor`. */
export function declareDoctor(program: Command, here: Host): void {
  program
    .command('doctor')
    .summary('diagnose problems and show how to fix them')
    .description(
      'Checks everything that hardwon needs, starts installed hooks on a made-up event, and says how to fix each problem. --fix creates folders, rebuilds the index, updates generated files, and repairs hooks that start a program that no longer exists. Exits with 1 if there are problems.',
    )
    .option('--fix', 'apply safe fixes, and list the rest')
    .option(...PROJECT_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExamples:\n  $ hardwon doctor\n  $ hardwon doctor --fix')
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import('./run.ts');
      await runDoctor(flags, here);
    });
}
