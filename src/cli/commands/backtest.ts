import { type Command, InvalidArgumentError, Option } from 'commander';
import { collect, parseCount, parseSince, splitNames } from '../option-values.ts';

/** Options of `backtest`, as commander gives them. */
export interface BacktestFlags {
  project?: string;
  all?: true;
  folds?: number;
  split?: Date;
  claudeDir?: string;
  agentDir?: string[];
  agent?: string[];
  budget?: number;
  minConfidence?: 'low' | 'medium' | 'high';
  join?: string[];
  config?: string;
  report?: string;
  force?: true;
  json?: true;
  verbose?: true;
}

/** `hardwon backtest`. */
export function declareBacktest(program: Command): void {
  program
    .command('backtest')
    .summary('replay past sessions: what would the lessons have told them?')
    .description(
      'Learns from the sessions before a moment, freezes the lessons, and replays the sessions after it: how many failures had a known cause, before how many a lesson would have been shown, and how often a trigger would have warned for nothing. Changes nothing.',
    )
    .option('--project <path>', 'the project, by any folder of it (default: the current folder)')
    .option('--all', 'every project that has sessions')
    .option('--folds <count>', 'how often to learn anew along the way (default: 100)', parseFolds)
    .addOption(
      new Option('--split <date>', 'learn once, from what was before this day, and replay what came after')
        .argParser(parseSince)
        .conflicts('folds'),
    )
    .option('--claude-dir <path>', "Claude Code's folder (default: CLAUDE_CONFIG_DIR, then ~/.claude)")
    .option('--agent-dir <agent=path>', 'the folder of another agent, or of its exports; may be repeated', collect)
    .option('--agent <names>', 'only these agents, separated by commas', splitNames)
    .option('--budget <tokens>', 'tokens that lessons may take (default: 1500)', parseCount)
    .addOption(
      new Option('--min-confidence <level>', 'count only lessons of at least this confidence as told').choices([
        'low',
        'medium',
        'high',
      ]),
    )
    .option('--join <glob>', 'count all folders that match as one project; may be repeated', collect)
    .option('--config <file>', 'a configuration file instead of hardwon.config.json')
    .option('--report <file>', 'write a report in Markdown')
    .option('--force', 'with --report: replace a file that is not such a report')
    .option('--json', 'print one JSON object (its shape is in docs/json.md)')
    .option('--verbose', 'also list what would have been shown, and every false alarm')
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon backtest\n  $ hardwon backtest --all --report backtest.md\n  $ hardwon backtest --split 2026-03-01 --json',
    )
    .action(async (flags: BacktestFlags) => {
      const { runBacktest } = await import('../run-backtest.ts');
      await runBacktest(flags);
    });
}

function parseFolds(value: string): number {
  const folds = parseCount(value);
  if (folds < 1 || folds > 1000) throw new InvalidArgumentError('It must be a whole number from 1 to 1000.');
  return folds;
}
