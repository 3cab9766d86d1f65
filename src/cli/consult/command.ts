import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { DIMENSIONS, type Dimension, PHASES, type Phase } from '../../memory/phases.ts';
import { collect, parseCount } from '../option-values.ts';
import { JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `consult`. */
export interface ConsultFlags {
  files?: string[];
  phase?: Phase;
  dimension?: Dimension;
  prompt?: true;
  budget?: number;
  project?: string;
  json?: true;
}

/** Declares `hardwon consult`. */
export function declareConsult(program: Command, here: Host): void {
  program
    .command('consult')
    .summary('show the lessons for what you are about to do')
    .description(
      'Shows the lessons that concern a task: first by the files it touches, then by its phase. Apply those with high confidence, consider those with medium, and only note those with low. Changes nothing.',
    )
    .option(
      '--files <paths>',
      'files, folders or globs of the task, separated by commas; may be repeated (default: what is changed in git)',
      collect,
    )
    .addOption(new Option('--phase <phase>', 'the phase of the task (default: implement)').choices(PHASES))
    .addOption(new Option('--dimension <dimension>', 'only lessons that regulate this').choices(DIMENSIONS))
    .option('--prompt', 'print a short block to paste into a prompt; nothing if no lesson matches')
    .option('--budget <tokens>', 'tokens that the block may take (default: 600)', parseCount)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon consult\n  $ hardwon consult --phase verify --files tests/integration\n  $ hardwon consult --phase review --prompt',
    )
    .action(async (flags: ConsultFlags) => {
      const { runConsult } = await import('./run.ts');
      await runConsult(flags, here);
    });
}
