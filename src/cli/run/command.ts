import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { TEACHER_MODES, type TeacherMode } from '../../loop/teacher/modes.ts';
import { collect, parseCount } from '../option-values.ts';
import { CONFIG_OPTION, JSON_OPTION } from '../options.ts';

/** Options of `run`. */
export interface RunFlags {
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
    .summary('have an agent do a task until its tests pass, and learn from what failed')
    .description(
      'Has an agent work on a task in a scratch checkout and runs the tests. Where they fail, a teacher makes a rule of the failure, and the task is tried again from the start with it. A rule is written only if it helped, which is seen by trying once more without it; else it is a candidate. Your files, index, stashes and commits are not touched; the result is a patch. The word run may be left out where the task has a blank in it.',
    )
    .argument('[task]', 'what the agent is to do, in quotes')
    .option('--project-dir <path>', 'the project, by any folder of it (default: the current folder)')
    .option('--max-retries <number>', 'attempts after the first (default: 3)', parseCount)
    .option('--no-auto-retry', 'stop after each failure for review; --resume goes on')
    .option('--agent <name>', 'claude-code, codex, gemini, opencode, or command for loop.command (default: claude-code)')
    .addOption(
      new Option('--teacher <name>', 'who makes rules of failures (default: teacher.mode, else builtin)').choices(TEACHER_MODES),
    )
    .option('--tests <command>', 'the command that runs the tests (default: detected)')
    .option('--review', 'have the model that teaches look at a green attempt before it is called done')
    .option('--with-changes', 'take along what is not committed')
    .option('--apply-result', 'apply the result to your files, if it applies cleanly; commits nothing')
    .option('--branch <name>', 'make a branch of the result')
    .option(
      '--resume [run]',
      'resume a run that was stopped or interrupted, with the options it was started with (default: the last one of this project)',
    )
    .option(
      '--rule <number=text>',
      'with --resume: reword a rule that was not tried yet, or drop it where the text is empty; may be repeated',
      collect,
    )
    .option(
      '--verify <number>',
      'compare so many attempts with the rules and without them after success (default: 1)',
      parseCount,
    )
    .option('--no-keep', 'show which rules would be kept, and write none')
    .option('--user', 'keep rules in your own files, which are read in every project; shown and asked about first')
    .option('--yes', 'write to your own files without asking')
    .option('--skip-permissions', 'let the agent do anything without asking: dangerous')
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      `
Exit code 0: the tests pass, and the result is where you want it. 1: not so.

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
