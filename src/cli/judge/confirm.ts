import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import type { MemoryFlags } from '../memory-change.ts';
import { DRY_RUN_OPTION, HUMAN_OPTION, JSON_OPTION, PROJECT_OPTION, USER_OPTION } from '../options.ts';

/** Options of `confirm`. */
export interface ConfirmFlags extends MemoryFlags {
  confidence: 'medium' | 'high';
  human?: true;
  dryRun?: true;
  vouch?: true;
}

/** Declares `hardwon confirm`. */
export function declareConfirm(program: Command, here: Host): void {
  program
    .command('confirm')
    .summary('say that a lesson is right')
    .description(
      'Your word on a lesson: it becomes ready, its confidence is what you say, and tidying leaves it alone from then on. The next learn --apply delivers it; a rule of your own memory is in your files at once.',
    )
    .argument('<ids...>', 'lessons, such as L-012')
    .addOption(new Option('--confidence <level>', 'how sure you are').choices(['medium', 'high']).default('high'))
    .option('--vouch', 'allow a command that hardwon otherwise refuses to recommend; only in a terminal')
    .option(...HUMAN_OPTION)
    .option(...DRY_RUN_OPTION)
    .option(...USER_OPTION)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon confirm L-012')
    .action(async (ids: string[], flags: ConfirmFlags) => {
      const { runConfirm } = await import('./run.ts');
      await runConfirm(ids, flags, here);
    });
}
