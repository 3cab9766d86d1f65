import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { TEACHER_MODES, type TeacherMode } from '../../teach/modes.ts';
import { collect, parseCount } from '../option-values.ts';
import { CONFIG_OPTION, JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `run`. */
export interface RunFlags {
  project?: string;
  /** The former name of `project`. */
  projectDir?: string;
  maxRetries?: number;
  autoRetry: boolean;
  config?: string;
  teacher?: TeacherMode;
  agent?: string;
  tests?: string;
  withChanges?: true;
  branch?: string;
  applyResult?: true;
  /** True: the last run; otherwise the run with this id. */
  resume?: true | string;
  rule?: string[];
  review?: true;
  verify?: number;
  skipPermissions?: true;
  keep: boolean;
  user?: true;
  yes?: true;
  json?: true;
}

/** Declares `hardwon run`. */
export function declareRun(program: Command, here: Host): void {
  program
    .command('run')
    .summary('let an agent do a task until its tests pass, and learn from what failed')
    .description(
      'Lets an agent work on a task in a scratch checkout and runs the tests. If they fail, a teacher turns the failure into a rule, and the agent starts over with it. A rule is kept only if an attempt without it fails. Your files and commits are not touched; the result is a patch. You can leave out the word run if the task contains a space.',
    )
    .argument('[task]', 'what the agent should do, in quotes')
    .option(...PROJECT_OPTION)
    // Its former name.
    .addOption(new Option('--project-dir <path>').hideHelp())
    .option('--max-retries <number>', 'attempts after the first (default: 3)', parseCount)
    .option('--no-auto-retry', 'stop after each failure for review; --resume continues')
    .option(
      '--agent <name>',
      'claude-code, codex, gemini, opencode, or command for loop.command (default: claude-code)',
    )
    .addOption(
      new Option('--teacher <name>', 'who turns failures into rules (default: teacher.mode, else builtin)').choices(
        TEACHER_MODES,
      ),
    )
    .option('--tests <command>', 'the command that runs the tests (default: detected)')
    .option('--review', 'let the teacher model review an attempt whose tests pass')
    .option('--with-changes', 'include uncommitted changes')
    .option('--apply-result', 'apply the result to your files, if it applies cleanly; commits nothing')
    .option('--branch <name>', 'put the result on a branch')
    .option(
      '--resume [run]',
      'resume a stopped or interrupted run with its options (default: the last one of this project)',
    )
    .option(
      '--rule <number=text>',
      'with --resume: reword a rule that was not tried yet, or drop it (empty text); may be repeated',
      collect,
    )
    .option(
      '--verify <number>',
      'after success, compare this many attempts with and without the rules (default: 1)',
      parseCount,
    )
    .option('--no-keep', 'show which rules would be kept, and write none')
    .option('--user', 'keep rules in your own files, which agents read in every project; asks first')
    .option('--yes', 'write to your own files without asking')
    .option('--skip-permissions', 'let the agent do anything without asking: dangerous')
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      `
The exit code is 0 if the tests pass and the result is in place, otherwise 1.

Examples:
  $ hardwon run "Make safe_divide return None for 0" --max-retries 2
  $ hardwon run "Add error handling" --no-auto-retry
  $ hardwon run --resume`,
    )
    .action(async (task: string | undefined, flags: RunFlags) => {
      const { runLoop } = await import('./run.ts');
      await runLoop(task, flags, here);
    });
}
