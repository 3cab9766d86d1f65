import { type Command, Option } from 'commander';
import { collect, parseSince, parseUntil, splitNames } from '../option-values.ts';

/** Options of `stats`, as commander gives them. */
export interface StatsFlags {
  project?: string;
  all?: true;
  effect?: true;
  loop?: true;
  claudeDir?: string;
  agentDir?: string[];
  agent?: string[];
  since?: Date;
  until?: Date;
  join?: string[];
  config?: string;
  json?: true;
}

/** `hardwon stats`. */
export function declareStats(program: Command): void {
  program
    .command('stats')
    .summary('count failures week by week, lessons, and what came of those that hooks showed')
    .description(
      'Counts what failed in past sessions, week by week and by cause, how many lessons there are, and what came of those that hooks showed: followed, helped, false alarms. Changes nothing.',
    )
    .option('--project <path>', 'the project, by any folder of it (default: the current folder)')
    .option('--all', 'every project that has sessions')
    .addOption(new Option('--effect', 'compare sessions that were told with sessions that were held out (see live.holdout)'))
    .addOption(new Option('--loop', 'what came of tasks that hardwon run did: attempts, rules, cost').conflicts('effect'))
    .option('--since <date>', 'only from this day on: 2026-01-31, or 30d for the last 30 days', parseSince)
    .option('--until <date>', 'only up to this day, and on it', parseUntil)
    .option('--agent <names>', 'only these agents, separated by commas', splitNames)
    .option('--claude-dir <path>', "Claude Code's folder (default: CLAUDE_CONFIG_DIR, then ~/.claude)")
    .option('--agent-dir <agent=path>', 'the folder of another agent, or of its exports; may be repeated', collect)
    .option('--join <glob>', 'count all folders that match as one project; may be repeated', collect)
    .option('--config <file>', 'a configuration file instead of hardwon.config.json')
    .option('--json', 'print one JSON object (its shape is in docs/json.md)')
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon stats --since 30d\n  $ hardwon stats --all --json\n  $ hardwon stats --effect\n  $ hardwon stats --loop',
    )
    .action(async (flags: StatsFlags) => {
      const { runStats } = await import('../run-stats.ts');
      await runStats(flags);
    });
}
