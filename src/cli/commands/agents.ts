import type { Command } from 'commander';
import { collect } from '../option-values.ts';

/** Options of `agents`, as commander gives them. */
export interface AgentsFlags {
  project?: string;
  claudeDir?: string;
  agentDir?: string[];
  join?: string[];
  config?: string;
  json?: true;
}

/** `hardwon agents`. */
export function declareAgents(program: Command): void {
  program
    .command('agents')
    .summary('show which agents were found, and what they left')
    .description(
      'Shows the agents that hardwon can learn from: where their logs are and what moved them there, how much was read in all and for this project, which context files each reads, and whether hardwon is among its hooks. Changes nothing.',
    )
    .option('--project <path>', 'the project, by any folder of it (default: the current folder)')
    .option('--claude-dir <path>', "Claude Code's folder (default: CLAUDE_CONFIG_DIR, then ~/.claude)")
    .option('--agent-dir <agent=path>', 'the folder of another agent, or of its exports; may be repeated', collect)
    .option('--join <glob>', 'count all folders that match as one project; may be repeated', collect)
    .option('--config <file>', 'a configuration file instead of hardwon.config.json')
    .option('--json', 'print one JSON object (its shape is in docs/json.md)')
    .addHelpText('after', '\nExamples:\n  $ hardwon agents\n  $ hardwon agents --agent-dir opencode=~/exports --json')
    .action(async (flags: AgentsFlags) => {
      const { runAgents } = await import('../run-agents.ts');
      await runAgents(flags);
    });
}
