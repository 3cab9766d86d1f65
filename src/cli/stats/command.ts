import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
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

/** Options of `stats`, as parsed by commander. */
export interface StatsFlags extends SessionFlags {
  effect?: true;
  loop?: true;
  since?: Date;
  until?: Date;
}

/** Declares `hardwon stats`. */
export function declareStats(program: Command, here: Host): void {
  program
    .command('stats')
    .summary('count failures and lessons, and what lessons shown by hooks achieved')
    .description(
      'Counts failures by week and cause, lessons, and what lessons shown by hooks achieved. Changes nothing.',
    )
    .option(...PROJECT_OPTION)
    .option(...ALL_OPTION)
    .addOption(new Option('--effect', 'compare sessions with and without hooks (see live.holdout)'))
    .addOption(new Option('--loop', 'results of hardwon run: attempts, rules, cost').conflicts('effect'))
    .option('--since <date>', 'only from this day on: 2026-01-31, or 30d for the last 30 days', parseSince(here))
    .option('--until <date>', 'only up to and including this day', parseUntil(here))
    .option(...AGENT_OPTION)
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...JOIN_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon stats --since 30d\n  $ hardwon stats --all --json\n  $ hardwon stats --effect\n  $ hardwon stats --loop',
    )
    .action(async (flags: StatsFlags) => {
      const { runStats } = await import('./run.ts');
      await runStats(flags, here);
    });
}
