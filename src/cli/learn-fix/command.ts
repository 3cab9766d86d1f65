import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import type { MemoryFlags } from '../memory-change.ts';
import { collect } from '../option-values.ts';
import { DRY_RUN_OPTION, JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `learn-fix`. */
export interface LearnFixFlags extends MemoryFlags {
  tool?: string;
  errorPattern?: string;
  rootCause?: string;
  fix?: string;
  command?: string[];
  human?: true;
  dryRun?: true;
}

/** Declares `hardwon learn-fix`. */
export function declareLearnFix(program: Command, here: Host): void {
  program
    .command('learn-fix')
    .summary('save the fix for an error of a tool')
    .description(
      'Saves a fix that worked, for hardwon check to find when the error comes back. Saved in a terminal, it is delivered like other lessons; otherwise somebody must confirm it first.',
    )
    .option('--tool <name>', 'the tool or program; * for any')
    .option('--error-pattern <text>', 'what the error says, with <any>, <path> or <n> for what varies')
    .option('--root-cause <text>', 'why it failed')
    .option('--fix <text>', 'what helped')
    .option('--command <command>', 'a command that does it; may be repeated', collect)
    .option('--user', 'save it for all your projects')
    .option('--human', 'a person has read it: deliver it even without a terminal')
    .option(...DRY_RUN_OPTION)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon learn-fix --tool deploy --error-pattern "no such tag" --fix "push"')
    .action(async (flags: LearnFixFlags) => {
      const { runLearnFix } = await import('./run.ts');
      await runLearnFix(flags, here);
    });
}
