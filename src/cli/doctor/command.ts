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
    .summary('find out what does not work, and how to put it right')
    .description(
      'Looks at the program, folders, configuration, logs, index, memory, context files, hooks and remedies; starts installed hooks on a made-up event and measures what they cost. Each finding says what it means and the command that puts it right. With --fix it does what is safe: makes folders, rebuilds the index, brings files that are made of others up to date, and puts hooks right that name a program which is gone. Ends with 1 where there are problems.',
    )
    .option('--fix', 'do what is safe, and name the rest')
    .option(...PROJECT_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExamples:\n  $ hardwon doctor\n  $ hardwon doctor --fix')
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import('./run.ts');
      await runDoctor(flags, here);
    });
}
