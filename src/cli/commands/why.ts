import type { Command } from 'commander';
import { USER_OPTION } from '../option-values.ts';

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

/** `hardwon why`. */
export function declareWhy(program: Command): void {
  program
    .command('why')
    .argument('<id>', 'the lesson, such as L-012')
    .summary('show the calls behind a lesson')
    .description(
      'Shows the evidence of a lesson: each call that failed, what it said, and the call that then worked, with session and time.',
    )
    .option(...USER_OPTION)
    .option('--project <path>', 'the project, by any folder of it (default: the current folder)')
    .option('--claude-dir <path>', "Claude Code's folder (default: CLAUDE_CONFIG_DIR, then ~/.claude)")
    .option(
      '--agent-dir <agent=path>',
      'the folder of another agent, or of its exports; may be repeated',
      (value: string, previous: string[] = []) => [...previous, value],
    )
    .option(
      '--join <glob>',
      'count all folders that match as one project; may be repeated',
      (value: string, previous: string[] = []) => [...previous, value],
    )
    .option('--config <file>', 'a configuration file instead of hardwon.config.json')
    .option('--limit <count>', 'how many calls to show, newest first', '5')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  $ hardwon why L-001')
    .action(async (id: string, flags: WhyFlags) => {
      const { runWhy } = await import('../run-why.ts');
      await runWhy(id, flags);
    });
}
