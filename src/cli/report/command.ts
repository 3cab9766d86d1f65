import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { AppError } from '../../shared/errors.ts';
import { parseSince, parseUntil } from '../option-values.ts';
import {
  AGENT_DIR_OPTION,
  AGENT_OPTION,
  ALL_OPTION,
  CLAUDE_DIR_OPTION,
  CONFIG_OPTION,
  JOIN_OPTION,
  JSON_OPTION,
  PROJECT_OPTION,
  type SessionFlags,
} from '../options.ts';

/** Options of `report`. */
export interface ReportPageFlags extends SessionFlags {
  force?: true;
  since?: Date;
  until?: Date;
}

/** Options of report-failure alone: whoever gives one of them to `report` meant that command. */
const FAILURE_OPTIONS = ['failure-type', 'description', 'context', 'task', 'teacher'];

/** Declares `hardwon report`. */
export function declareReport(program: Command, here: Host): void {
  const command = program
    .command('report')
    .summary('write the overview as one page to share')
    .description(
      'Writes the overview as one HTML page to share, without secrets and folders of this machine. To report what an agent did wrong, use hardwon report-failure.',
    )
    .argument('[file]', 'the page to write', 'hardwon-report.html')
    .option('--force', 'replace a file that is not such a page')
    .option(...PROJECT_OPTION)
    .option(...ALL_OPTION)
    .option(...AGENT_OPTION)
    .option('--since <date>', 'only from this day on: 2026-01-31, or 30d for the last 30 days', parseSince(here))
    .option('--until <date>', 'only up to and including this day', parseUntil(here))
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...JOIN_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon report failures.html\n  $ hardwon report --all --since 90d failures.html',
    )
    .action(async (file: string, flags: ReportPageFlags) => {
      const { runReport } = await import('./run.ts');
      await runReport(file, flags, here);
    });
  for (const name of FAILURE_OPTIONS)
    command.addOption(new Option(`--${name} <value>`).hideHelp().argParser(() => refuse(name)));
}

function refuse(name: string): never {
  throw new AppError('usage', `--${name} belongs to report-failure: report writes a page to share.`, {
    hint: 'Run hardwon report-failure with the same options to report what an agent did wrong.',
  });
}
