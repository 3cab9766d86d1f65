import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import {
  AGENT_DIR_OPTION,
  CLAUDE_DIR_OPTION,
  CONFIG_OPTION,
  JOIN_OPTION,
  JSON_OPTION,
  PROJECT_OPTION,
  USER_OPTION,
} from '../options.ts';

/** Options of `why`. */
export interface WhyFlags {
  project?: string;
  user?: true;
  claudeDir?: string;
  agentDir?: string[];
  limit?: string;
  config?: string;
  join?: string[];
  json?: true;
}

/** Declares `hardwon why`. */
export function declareWhy(program: Command, here: Host): void {
  program
    .command('why')
    .argument('<id>', 'the lesson, such as L-012')
    .summary('show the calls behind a lesson')
    .description(
      'Shows the evidence of a lesson: each call that failed, what it said, and the call that then worked, with session and time.',
    )
    .option(...USER_OPTION)
    .option(...PROJECT_OPTION)
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...JOIN_OPTION)
    .option(...CONFIG_OPTION)
    .option('--limit <count>', 'how many calls to show, newest first', '5')
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon why L-001')
    .action(async (id: string, flags: WhyFlags) => {
      const { runWhy } = await import('./run.ts');
      await runWhy(id, flags, here);
    });
}
