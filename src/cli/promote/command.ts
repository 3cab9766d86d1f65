import { type Command, Option } from 'commander';
import type { PromotionFlags } from '../../app/memory/promote-asked.ts';
import type { Host } from '../../app/surroundings.ts';
import { MECHANISMS } from '../../lifecycle/promotion/mechanisms.ts';
import type { MemoryFlags } from '../memory-change.ts';
import { JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `promote`. */
export interface PromoteFlags extends MemoryFlags, PromotionFlags {
  yes?: true;
  keep?: true;
  dismiss?: true;
  check?: true;
}

/** Declares `hardwon promote`. */
export function declarePromote(program: Command, here: Host): void {
  program
    .command('promote')
    .summary('turn a lesson into a rule, decision, test, hook or check')
    .description(
      'Turns lessons that are due (high confidence, seen three times) into something permanent. Shows what each would become, with the exact change; in a terminal you answer P to promote, K to keep it as a lesson, or D to dismiss it. Elsewhere nothing changes unless --yes is given.',
    )
    .argument('[id]', 'one lesson, such as L-012, due or not (default: all that are due)')
    .addOption(new Option('--as <mechanism>', 'what to turn it into').choices(MECHANISMS))
    .option('--target <file>', 'the file it is written to')
    .option('--run', "let a hook run the lesson's command when a session begins")
    .option('--yes', 'write it, without asking')
    .option('--force', 'with --yes: write it even if it is not due')
    .addOption(
      new Option('--keep', 'keep it as a lesson, and do not suggest it for 30 days').conflicts([
        'dismiss',
        'yes',
        'check',
      ]),
    )
    .addOption(new Option('--dismiss', 'remove it from the memory, with a tombstone').conflicts(['yes', 'check']))
    .addOption(
      new Option(
        '--check',
        'for CI: list unsafe lessons and those that are due; exit with 1 if there are any',
      ).conflicts(['yes']),
    )
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon promote\n  $ hardwon promote L-012 --as hook\n  $ hardwon promote L-012 --as rule --yes --force\n  $ hardwon promote --check',
    )
    .action(async (id: string | undefined, flags: PromoteFlags) => {
      const { runPromote } = await import('./run.ts');
      await runPromote(id, flags, here);
    });
}
