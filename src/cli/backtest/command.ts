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
}

/** Declares `hardwon backtest`. */
export function declareBacktest(program: Command, here: Host): void {
  program
    .command('backtest')
    .summary('replay past sessions: what would the lessons have told them?')
    .description(
      'Learns from the sessions before a moment, freezes the lessons, and replays the sessions after it: how many failures had a known cause, before how many a lesson would have been shown, and how often a trigger would have warned for nothing. Changes nothing.',
    )
    .option(...PROJECT_OPTION)
    .option(...ALL_OPTION)
    .option('--folds <count>', 'how often to learn anew along the way (default: 100)', parseFolds)
    .addOption(
      new Option('--split <date>', 'learn once, from what was before this day, and replay what came after')
        .argParser(parseSince(here))
        .conflicts('folds'),
    )
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...AGENT_OPTION)
    .option('--budget <tokens>', 'tokens that lessons may take (default: 1500)', parseCount)
    .addOption(
      new Option('--min-confidence <level>', 'count only lessons of at least this confidence as told').choices([
        'low',
        'medium',
        'high',
      ]),
    )
    .option(...JOIN_OPTION)
    .option(...CONFIG_OPTION)
    .option('--report <file>', 'write a report in Markdown')
    .option('--force', 'with --report: replace a file that is not such a report')
    .option(...JSON_OPTION)
    .option('--verbose', 'also list what would have been shown, and every false alarm')
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon backtest\n  $ hardwon backtest --all --report backtest.md\n  $ hardwon backtest --split 2026-03-01 --json',
    )
    .action(async (flags: BacktestFlags) => {
      const { runBacktest } = await import('./run.ts');
      await runBacktest(flags, here);
    });
}

function parseFolds(value: string): number {
  const folds = parseCount(value);
  if (folds < 1 || folds > 1000) throw new InvalidArgumentError('It must be a whole number from 1 to 1000.');
  return folds;
}
