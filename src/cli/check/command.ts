import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `check`. */
export interface CheckFlags {
  /** The tool or the error, given without an option. */
  named?: string;
  tool?: string;
  error?: string;
  limit?: string;
  project?: string;
  json?: true;
}

/** Declares `hardwon check`. */
export function declareCheck(program: Command, here: Host): void {
  program
    .command('check')
    .summary('show what is known about a tool or an error')
    .description(
      'Finds lessons about a tool, an error, or both, in the memory of the project and your own. Without either, it reads an error from stdin; in a terminal, paste it and press Ctrl+D. Exits with 1 if nothing is known.',
    )
    .argument('[tool]', 'the tool or program: bonfire_deploy, kubectl, "git push"; or what an error says')
    .option('--tool <name>', 'the same as the argument')
    .option('--error <text>', 'what the error says; - reads it from stdin')
    .option('--limit <count>', 'the most answers to show, closest first (default: 5)')
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon check deploy\n  $ hardwon check deploy --error "manifest unknown"\n  $ hardwon check "fatal: no upstream branch"\n  $ hardwon check < build.log',
    )
    .action(async (named: string | undefined, flags: CheckFlags) => {
      const { runCheck } = await import('./run.ts');
      await runCheck({ ...flags, ...(named === undefined ? {} : { named }) }, here);
    });
}
