import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `undo`. */
export interface UndoFlags {
  project?: string;
  user?: true;
  force?: true;
  json?: true;
}

/** Declares `hardwon undo`. */
export function declareUndo(program: Command, here: Host): void {
  program
    .command('undo')
    .summary('undo the last change that hardwon made')
    .description(
      'Restores every file that the last change of this project touched, and removes those it created. Refuses if a file has changed since.',
    )
    .option('--user', 'the last change of your own memory')
    .option(...PROJECT_OPTION)
    .option('--force', 'also restore files that were changed since')
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon undo')
    .action(async (flags: UndoFlags) => {
      const { runUndo } = await import('./run.ts');
      await runUndo(flags, here);
    });
}
