import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { MODEL_MODES, type TeacherMode } from '../../teach/modes.ts';
import type { MemoryFlags } from '../memory-change.ts';
import { AGENT_DIR_OPTION, CLAUDE_DIR_OPTION, CONFIG_OPTION, JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `review`. */
export interface ReviewFlags extends MemoryFlags {
  diff?: string | true;
  teacher?: TeacherMode;
  yes?: true;
  claudeDir?: string;
  agentDir?: string[];
  config?: string;
}

/** Declares `hardwon review`. */
export function declareReview(program: Command, here: Host): void {
  program
    .command('review')
    .summary("let a model review an agent's work for problems that tests miss")
    .description(
      'Lets a model find problems in a session or a diff that tests miss, and drops findings whose quotation does not exist. Proposes major and critical ones as lessons: in a terminal it asks about each; elsewhere --yes writes them, watched until a person confirms them. Needs a teacher that is a model, and says where the work is sent.',
    )
    .argument('[session]', 'the session: its id, the start of its id, or latest')
    .option('--diff [range]', 'review a diff instead: uncommitted changes, or a range of commits')
    .addOption(new Option('--teacher <name>', 'which model reviews (default: teacher.mode)').choices(MODEL_MODES))
    .option('--yes', 'write what it finds without asking')
    .option(...PROJECT_OPTION)
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExamples:\n  $ hardwon review latest\n  $ hardwon review --diff main...HEAD')
    .action(async (session: string | undefined, flags: ReviewFlags) => {
      const { runReview } = await import('./run.ts');
      await runReview(session, flags, here);
    });
}
