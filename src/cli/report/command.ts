import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { collect, parseSince, parseUntil, splitNames } from '../option-values.ts';
import type { SessionFlags } from '../options.ts';
import { addReporting, type ReportFlags } from '../report-failure/command.ts';

/** Options of `report --html`. */
export interface ReportPageFlags extends SessionFlags {
  html: string;
  force?: true;
  since?: Date;
  until?: Date;
}

/** Declares `hardwon report`: reports one failure, or with `--html` writes a page about all of them. */
export function declareReport(program: Command, here: Host): void {
  addReporting(
    program.command('report').summary('the same as report-failure; with --html, the overview as one page to share'),
    here,
  )
    .option('--html <file>', 'write what went wrong and was learned as one page, without secrets and folders of this machine')
    .option('--all', 'with --html: every project that has sessions')
    .option('--agent <names>', 'with --html: only sessions of these agents, separated by commas', splitNames)
    .option('--since <date>', 'with --html: only days from this one on: 2026-01-31, or 30d', parseSince(here))
    .option('--until <date>', 'with --html: only days up to this one', parseUntil(here))
    .option('--claude-dir <path>', "with --html: Claude Code's folder")
    .option('--agent-dir <agent=path>', 'with --html: the folder of another agent; may be repeated', collect)
    .option('--join <glob>', 'with --html: count all folders that match as one project; may be repeated', collect)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon report --failure-type other \\\n      --description "It edits dist/" --context "Edit src/ and run make"\n  $ hardwon report --html failures.html',
    )
    .action(async (flags: ReportFlags & Partial<ReportPageFlags>) => {
      const { html, ...rest } = flags;
      if (html === undefined) {
        const { runReportFailure } = await import('../report-failure/run.ts');
        await runReportFailure(flags, here);
      } else {
        const { runReport } = await import('./run.ts');
        await runReport({ html, ...rest }, here);
      }
    });
}
