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
    .summary('confirm that a lesson is right')
    .description(
      'Makes a lesson ready, with the confidence that you choose; tidy never removes it. The next learn --apply delivers it; lessons in your own memory are delivered at once.',
    )
    .argument('<ids...>', 'lessons, such as L-012')
    .addOption(new Option('--confidence <level>', 'how sure you are').choices(['medium', 'high']).default('high'))
    .option('--vouch', 'allow a command that hardwon refuses to recommend; only in a terminal')
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
