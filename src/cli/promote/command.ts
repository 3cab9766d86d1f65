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
    .summary('make a rule, decision, test, hook or check of a lesson')
    .description(
      'Lessons of high confidence that were seen three times should become something permanent. Shows for each what it would become, in which file, and the exact change; in a terminal you answer P to promote, K to keep it as a lesson, or D to dismiss it. Elsewhere nothing changes unless --yes is given. The entry stays in the memory, with where it went; learn no longer puts it into context files.',
    )
    .argument('[id]', 'one lesson, such as L-012, due or not (default: all that are due)')
    .addOption(new Option('--as <mechanism>', 'what it becomes').choices(MECHANISMS))
    .option('--target <file>', 'the file it is written to')
    .option('--run', 'let a hook run the command that the lesson names, when a session begins')
    .option('--yes', 'write it, without asking')
    .option('--force', 'with --yes: write it though it is not due')
    .addOption(
      new Option('--keep', 'keep it as a lesson, and do not suggest it for 30 days').conflicts(['dismiss', 'yes', 'check']),
    )
    .addOption(new Option('--dismiss', 'take it out of the memory, with a tombstone').conflicts(['yes', 'check']))
    .addOption(new Option('--check', 'only say what is due: exit code 1 if anything is, for CI').conflicts(['yes']))
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
