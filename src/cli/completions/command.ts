import { Argument, type Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { JSON_OPTION } from '../options.ts';
import { type CompletedShell, SHELLS } from './shells.ts';

/** Options of `completions`. */
export interface CompletionsFlags {
  json?: true;
}

/** Declares `hardwon completions`. */
export function declareCompletions(program: Command, here: Host): void {
  program
    .command('completions')
    .summary('print a script that completes hardwon in your shell')
    .description(
      'Prints a script that completes commands, options and their values with Tab. The comment at its top says how to load it. Print it again after an update.',
    )
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExamples:\n  $ hardwon completions bash\n  $ hardwon completions fish')
    .action(async (shell: CompletedShell, flags: CompletionsFlags) => {
      const { runCompletions } = await import('./run.ts');
      runCompletions(shell, program, flags, here);
    });
}
