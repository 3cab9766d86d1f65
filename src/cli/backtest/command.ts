import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { parseCount, parseSince } from '../option-values.ts';
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

/** Options of `backtest`, as parsed by commander. */
export interface BacktestFlags extends SessionFlags {
  folds?: number;
  split?: Date;
  budget?: number;
  minConfidence?: 'low' | 'medium' | 'high';
  report?: string;
  force?: true;
  verbose?: true;
  teacher?: string;
  tokens?: number;
  yes?: true;
}

/** Declares `hardwon backtest`. */
export function declareBacktest(program: Command, here: Host): void {
  program
    .command('backtest')
    .summary('replay past sessions to see when lessons would have been shown')
    .description(
      'Learns from the sessions up to a point in time and replays the later ones: how many failures had a known cause, before how many a lesson would have been shown, and how many false alarms there were. Changes nothing.',
    )
    .option(...PROJECT_OPTION)
    .option(...ALL_OPTION)
    .option('--folds <count>', 'how many times to learn again along the way (default: 100)', parseFolds)
    .addOption(
      new Option('--split <date>', 'learn once, from the sessions before this day, and replay the later ones')
        .argParser(parseSince(here))
        .conflicts('folds'),
    )
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...AGENT_OPTION)
    .option('--budget <tokens>', 'tokens that lessons may take (default: 1500)', parseCount)
    .addOption(
      new Option('--min-confidence <level>', 'count only lessons with at least this confidence').choices([
        'low',
        'medium',
        'high',
      ]),
    )
    .option(...JOIN_OPTION)
    .option(...CONFIG_OPTION)
    .option('--report <file>', 'write a report in Markdown')
    .option('--force', 'with --report: replace a file that is not such a report')
    .option('--teacher <name>', 'try a teacher on the newest 30% of the sessions, beside the built-in rules and chance')
    .option('--tokens <count>', 'with --teacher: tokens that a question may take (default: 80,000)', parseCount)
    .option('--yes', 'with --teacher: send without asking')
    .option(...JSON_OPTION)
    .option('--verbose', 'also list what would have been shown, and every false alarm')
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon backtest\n  $ hardwon backtest --all --report backtest.md\n  $ hardwon backtest --split 2026-03-01 --json\n  $ hardwon backtest --teacher claude',
    )
    .action(async (flags: BacktestFlags) => {
      if (flags.teacher !== undefined) {
        const { runTrial } = await import('./run-teacher.ts');
        return runTrial(flags, here);
      }
      const { runBacktest } = await import('./run.ts');
      await runBacktest(flags, here);
    });
}

function parseFolds(value: string): number {
  const folds = parseCount(value);
  if (folds < 1 || folds > 1000) throw new InvalidArgumentError('It must be a whole number from 1 to 1000.');
  return folds;
}
