import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { FAILURE_TYPES, type FailureType } from '../../loop/failure-case.ts';
import { TEACHER_MODES, type TeacherMode } from '../../loop/teacher/modes.ts';
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
  addReporting(
    program.command('report-failure').summary('report what an agent did wrong, and make a rule of it'),
    here,
  ).addHelpText(
    'after',
    '\nExample:\n  $ hardwon report-failure --failure-type other \\\n      --description "It edits dist/" --context "Edit src/ and run make"',
  );
}

/** Adds the options and the action of reporting a failure. */
export function addReporting(command: Command, here: Host): Command {
  return command
    .description(
      'Takes a mistake that no test sees to the teacher of its domain, who finds the root cause and a rule. What you said yourself is kept at once; what a model says is shown and asked about on a terminal, else watched until you confirm it with --yes. The rule becomes a lesson under "Learned Rules & Patterns" of the project\'s files. With --user it goes to your own files, which are read in every project: how they change is shown and asked about on a terminal, else it is watched unless --yes is given. On a terminal it asks for what is missing.',
    )
    .addOption(new Option('--failure-type <type>', 'what kind of failure it is').choices(FAILURE_TYPES))
    .option('--description <text>', 'what went wrong')
    .option('--context <text>', 'what should have been done')
    .option('--task <text>', 'what the agent was asked to do')
    .addOption(new Option('--teacher <name>', 'who is asked (default: teacher.mode, else builtin)').choices(TEACHER_MODES))
    .addOption(
      new Option('--file <whose>', 'whose files get the rule (default: learning.file, else project)').choices([
        'user',
        'project',
      ]),
    )
    .option('--user', 'the same as --file user')
    .option('--yes', 'keep the rule without asking')
    .option('--dry-run', 'show the rule and what would be written')
    .option('--force', 'keep it in spite of a reason against it')
    .option(...PROJECT_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .action(async (flags: ReportFlags) => {
      const { runReportFailure } = await import('./run.ts');
      await runReportFailure(flags, here);
    });
}
