import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `check`. */
export interface CheckFlags {
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
    .summary('say what is known about a tool or an error')
    .description(
      'Looks in the memory of the project, and in your own, for lessons about a tool, an error, or both: before a call, or after it failed. With both, both must fit. Ends with 1 where nothing is known.',
    )
    .option('--tool <name>', 'the tool or program: bonfire_deploy, kubectl, "git push"')
    .option('--error <text>', 'what the error says; - reads it from stdin')
    .option('--limit <count>', 'at most so many answers, the closest first (default: 5)')
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon check --tool deploy\n  $ hardwon check --tool deploy --error "manifest unknown"\n  $ hardwon check --error - < build.log',
    )
    .action(async (flags: CheckFlags) => {
      const { runCheck } = await import('./run.ts');
      await runCheck(flags, here);
    });
}
