import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { MODEL_MODES, type TeacherMode } from '../../loop/teacher/modes.ts';
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
    .summary("let a model review an agent's work for what tests do not see")
    .description(
      'A model reads a session, or a diff, and names quality problems that tests do not see. Each finding quotes what it is about; one whose quotation is not there is dropped. Major and critical ones are proposed as lessons: on a terminal it asks about each, else --yes writes them, to be watched until a person confirms them. It needs a teacher that is a model (teacher.mode in the configuration, or --teacher), and says first where the work is sent.',
    )
    .argument('[session]', 'the session: its id, the beginning of it, or latest')
    .option('--diff [range]', 'review a diff instead: what is not committed, or a range of commits')
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
