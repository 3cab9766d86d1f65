import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { FAILURE_TYPES, type FailureType } from '../../loop/failure-case.ts';
import { TEACHER_MODES, type TeacherMode } from '../../teach/modes.ts';
import type { MemoryFlags } from '../memory-change.ts';
import { CONFIG_OPTION, JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `report-failure`. */
export interface ReportFlags extends MemoryFlags {
  failureType?: FailureType;
  description?: string;
  context?: string;
  task?: string;
  teacher?: TeacherMode;
  file?: 'user' | 'project';
  user?: true;
  yes?: true;
  dryRun?: true;
  force?: true;
  config?: string;
}

/** Declares `hardwon report-failure`. */
export function declareReportFailure(program: Command, here: Host): void {
  program
    .command('report-failure')
    .summary('report what an agent did wrong, and turn it into a rule')
    .description(
      "Asks a teacher for a rule against a mistake that no test catches. In a terminal it asks for what is missing, and whether to keep the rule. Elsewhere it keeps a rule in your own words at once, and watches a model's rule until you confirm it, unless --yes is given. Rules for your own files need your consent, in a terminal or with --yes.",
    )
    .addOption(new Option('--failure-type <type>', 'what kind of failure it is').choices(FAILURE_TYPES))
    .option('--description <text>', 'what went wrong')
    .option('--context <text>', 'what should have been done')
    .option('--task <text>', 'what the agent was asked to do')
    .addOption(
      new Option('--teacher <name>', 'who is asked (default: teacher.mode, else builtin)').choices(TEACHER_MODES),
    )
    .addOption(
      new Option('--file <whose>', 'whose files get the rule (default: learning.file, else project)').choices([
        'user',
        'project',
      ]),
    )
    .option('--user', 'the same as --file user')
    .option('--yes', 'keep the rule without asking')
    .option('--dry-run', 'show the rule and what would be written')
    .option('--force', 'keep it despite a refusal')
    .option(...PROJECT_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExample:\n  $ hardwon report-failure --failure-type other \\\n      --description "It edits dist/" --context "Edit src/ and run make"',
    )
    .action(async (flags: ReportFlags) => {
      const { runReportFailure } = await import('./run.ts');
      await runReportFailure(flags, here);
    });
}
