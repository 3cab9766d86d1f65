import { type Command, InvalidArgumentError, Option } from 'commander';
import { now } from '../../shared/clock.ts';

/** Options of `learn`, as commander gives them. */
export interface LearnFlags {
  apply?: true;
  project?: string;
  all?: true;
  claudeDir?: string;
  agent?: string[];
  since?: Date;
  until?: Date;
  budget?: number;
  minConfidence?: 'low' | 'medium' | 'high';
  join?: string[];
  config?: string;
  force?: true;
  fresh?: true;
  json?: true;
  verbose?: true;
}

/** `hardwon learn`. */
export function declareLearn(program: Command): void {
  program
    .command('learn')
    .summary('learn from past sessions; a dry run unless --apply is given')
    .description(
      "Reads the agents' past sessions of this project, finds what failed and what fixed it, and shows the lessons and exactly what it would write. Changes nothing unless --apply is given.",
    )
    .option('--apply', 'write the lessons: CLAUDE.md, CLAUDE.local.md, MEMORY.md and .memory/')
    .option('--project <path>', 'the project, by any folder of it (default: the current folder)')
    .option('--all', 'every project that has sessions')
    .option('--claude-dir <path>', "Claude Code's folder (default: CLAUDE_CONFIG_DIR, then ~/.claude)")
    .option('--agent <names>', 'only these agents, separated by commas', splitNames)
    .option('--since <date>', 'only sessions from this day on: 2026-01-31, or 30d for the last 30 days', parseSince)
    .option('--until <date>', 'only sessions up to this day, and on it', parseUntil)
    .option('--budget <tokens>', 'tokens that may be spent on context files (default: 1500)', parseCount)
    .addOption(
      new Option('--min-confidence <level>', 'deliver only lessons of at least this confidence').choices([
        'low',
        'medium',
        'high',
      ]),
    )
    .option('--join <glob>', 'count all folders that match as one project; may be repeated', collect)
    .option('--config <file>', 'a configuration file instead of hardwon.config.json')
    .option('--force', 'with --apply: replace a block that was edited by hand (the old one is kept for undo)')
    .option('--fresh', 'forget the index of sessions and read all logs again')
    .option('--json', 'print one JSON object (its shape is in docs/json.md)')
    .option('--verbose', 'also show lessons seen once, all of the diff, and lines that could not be read')
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon learn\n  $ hardwon learn --apply --min-confidence medium\n  $ hardwon learn --all --since 30d --json',
    )
    .action(async (flags: LearnFlags) => {
      const { runLearn } = await import('../run-learn.ts');
      await runLearn(flags);
    });
}

function splitNames(value: string, previous: string[] = []): string[] {
  return [
    ...previous,
    ...value
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ];
}

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

function parseCount(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(value);
}

const DAY = 86_400_000;

function parseSince(value: string): Date {
  return parseDate(value).from;
}

function parseUntil(value: string): Date {
  return parseDate(value).to;
}

/** The first and the last moment of what was written: a day has both, a moment is both. */
function parseDate(value: string): { from: Date; to: Date } {
  const days = /^(\d{1,6})d$/.exec(value)?.[1];
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/.test(value);
  const from = days ? new Date(now().getTime() - Number(days) * DAY) : new Date(isDay || isMoment ? value : Number.NaN);
  // The 31st of February would be taken for a day in March.
  const exists = !Number.isNaN(from.getTime()) && (!isDay || from.toISOString().startsWith(value));
  if (!exists) throw new InvalidArgumentError('Write a day as 2026-01-31, or 30d for the last 30 days.');
  return { from, to: isDay ? new Date(from.getTime() + DAY - 1) : from };
}
