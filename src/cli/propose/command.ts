import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { CONFIG_OPTION, JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `propose`. */
export interface ProposeFlags {
  by?: string;
  yes?: true;
  project?: string;
  config?: string;
  json?: true;
}

/** Declares `hardwon propose`. */
export function declarePropose(program: Command, here: Host): void {
  program
    .command('propose')
    .argument('<file>', 'the answer of a teacher, as JSON; - reads standard input')
    .summary('check proposed lessons against history, and keep them')
    .description(
      'Checks lessons that a model, an agent or a person proposes (hardwon cases --prompt asks for them) against the sessions and the repository: did the cited calls fail, was every command seen, did the right form work, has the cause ended, does the trigger fit. On a terminal it shows one after the other and asks which to keep.',
    )
    .option('--by <name>', 'who worded them, such as the model (default: you)')
    .option('--yes', 'keep without asking what is proven, with high or medium confidence; watch what is not')
    .option(...PROJECT_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon cases --prompt\n  $ hardwon propose - < answer.json\n  $ hardwon propose - --by my-model --yes < answer.json',
    )
    .action(async (file: string, flags: ProposeFlags) => {
      const { runPropose } = await import('./run.ts');
      await runPropose(file, flags, here);
    });
}
