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
  teacher?: string;
  tokens?: number;
  diff?: true;
  verbose?: true;
}

/** Declares `hardwon learn`. */
export function declareLearn(program: Command, here: Host): void {
  program
    .command('learn')
    .summary('learn from past sessions; a dry run unless --apply is given')
    .description(
      "Reads the agents' past sessions of this project, finds what failed and what fixed it, and shows the lessons. Changes nothing unless --apply is given.",
    )
    .option('--apply', 'write the lessons to .memory/ and to the files that the agents of this project read')
    .option(...PROJECT_OPTION)
    .option(...ALL_OPTION)
    .option('--user', 'with --all: also write lessons that apply to several projects to your own files; asks first')
    .option(
      '--teacher <name>',
      'let claude, codex, gemini, opencode, anthropic, openai or a webhook explain what recurs; asks first (default: teacher.learn, else builtin)',
    )
    .option('--tokens <count>', 'with --teacher: tokens that one question may take (default: 80,000)', parseCount)
    .option(
      '--yes',
      'do not ask: send cases to the teacher and keep what is proven; with --user, write to your own files',
    )
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...AGENT_OPTION)
    .option('--since <date>', 'only from this day on: 2026-01-31, or 30d for the last 30 days', parseSince(here))
    .option('--until <date>', 'only up to and including this day', parseUntil(here))
    .option('--budget <tokens>', 'upper bound for the tokens of lessons per agent (default: 1500)', parseCount)
    .addOption(
      new Option('--min-confidence <level>', 'deliver only lessons with at least this confidence').choices([
        'low',
        'medium',
        'high',
      ]),
    )
    .option('--target <file>', 'also write the shared lessons to this file; may be repeated', collect)
    .option(...JOIN_OPTION)
    .option(...CONFIG_OPTION)
    .option('--force', 'with --apply: replace a block that was edited by hand')
    .option('--fresh', 'delete the index of sessions and read all logs again')
    .option(...JSON_OPTION)
    .option('--diff', 'show the exact diff of each file that would change')
    .option('--verbose', 'show all lessons with their record, the whole diff, and unreadable lines')
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon learn\n  $ hardwon learn --diff\n  $ hardwon learn --apply --min-confidence medium\n  $ hardwon learn --teacher claude\n  $ hardwon learn --all --since 30d --json',
    )
    .action(async (flags: LearnFlags) => {
      const { runLearn } = await import('./run.ts');
      await runLearn(flags, here);
    });
}
