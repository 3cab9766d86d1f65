import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { collect, parseCount, parseSince, parseUntil } from '../option-values.ts';
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

/** Options of `learn`, as parsed by commander. */
export interface LearnFlags extends SessionFlags {
  apply?: true;
  since?: Date;
  until?: Date;
  budget?: number;
  minConfidence?: 'low' | 'medium' | 'high';
  target?: string[];
  user?: true;
  yes?: true;
  force?: true;
  fresh?: true;
  /** False with `--no-diff`. */
  diff?: boolean;
  verbose?: true;
}

/** Declares `hardwon learn`. */
export function declareLearn(program: Command, here: Host): void {
  program
    .command('learn')
    .summary('learn from past sessions; a dry run unless --apply is given')
    .description(
      "Reads the agents' past sessions of this project, finds what failed and what fixed it, and shows the lessons and exactly what it would write. Changes nothing unless --apply is given.",
    )
    .option(
      '--apply',
      'write the lessons: to .memory/ and the files that the agents of this project read, CLAUDE.md, AGENTS.md and so on',
    )
    .option(...PROJECT_OPTION)
    .option(...ALL_OPTION)
    .option(
      '--user',
      'with --all: also tell what holds in several projects in your own files, which are read in every project; shown and asked about first',
    )
    .option('--yes', 'with --user: write to your own files without asking')
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...AGENT_OPTION)
    .option('--since <date>', 'only sessions from this day on: 2026-01-31, or 30d for the last 30 days', parseSince(here))
    .option('--until <date>', 'only sessions up to this day, and on it', parseUntil(here))
    .option('--budget <tokens>', 'tokens that each agent may be given in context files (default: 1500)', parseCount)
    .addOption(
      new Option('--min-confidence <level>', 'deliver only lessons of at least this confidence').choices([
        'low',
        'medium',
        'high',
      ]),
    )
    .option('--target <file>', 'also write the lessons for everybody to this file; may be repeated', collect)
    .option(...JOIN_OPTION)
    .option(...CONFIG_OPTION)
    .option('--force', 'with --apply: replace a block that was edited by hand (the old one is kept for undo)')
    .option('--fresh', 'forget the index of sessions and read all logs again')
    .option(...JSON_OPTION)
    .option('--no-diff', 'name the files that would change, without the exact diff of each')
    .option('--verbose', 'also show lessons seen once, all of the diff, and lines that could not be read')
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon learn\n  $ hardwon learn --apply --min-confidence medium\n  $ hardwon learn --all --since 30d --json',
    )
    .action(async (flags: LearnFlags) => {
      const { runLearn } = await import('./run.ts');
      await runLearn(flags, here);
    });
}
