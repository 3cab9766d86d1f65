import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { AGENT_DIR_OPTION, CLAUDE_DIR_OPTION, CONFIG_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `match`. */
export interface MatchFlags {
  project?: string;
  lessons?: string;
  watching?: true;
  claudeDir?: string;
  agentDir?: string[];
  config?: string;
  json?: true;
}

/** Declares `hardwon match`. */
export function declareMatch(program: Command, here: Host): void {
  program
    .command('match')
    .summary('show which lessons apply to tool calls before they run')
    .description(
      'Reads tool calls from stdin, one JSON object per line ({id, tool_name, tool_input, cwd, session_id}, and tool_response and is_error if known), and prints for each the lessons that a hook would tell before it. How a call ended counts only for later calls of its session.',
    )
    .option(...PROJECT_OPTION)
    .option('--lessons <file>', 'lessons from `hardwon learn --json`; the cwd of each call selects the project')
    .option('--watching', 'also lessons that are not delivered, and those whose calls often work')
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...CONFIG_OPTION)
    .option('--json', 'print JSON (the only format)')
    .addHelpText('after', `\nExample:\n  $ hardwon match < calls.ndjson`)
    .action(async (flags: MatchFlags) => {
      const { runMatch } = await import('./run.ts');
      await runMatch(flags, here);
    });
}
