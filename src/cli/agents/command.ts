import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import {
  AGENT_DIR_OPTION,
  CLAUDE_DIR_OPTION,
  CONFIG_OPTION,
  JOIN_OPTION,
  JSON_OPTION,
  PROJECT_OPTION,
} from '../options.ts';

/** Options of `agents`, as parsed by commander. */
export interface AgentsFlags {
  project?: string;
  claudeDir?: string;
  agentDir?: string[];
  join?: string[];
  config?: string;
  json?: true;
}

/** Declares `hardwon agents`. */
export function declareAgents(program: Command, here: Host): void {
  program
    .command('agents')
    .summary('show which agents were found, and their sessions')
    .description(
      'Shows the agents that hardwon can learn from: where their logs are, how many sessions were read, which context files each agent reads, and whether it has hooks that start hardwon. Changes nothing.',
    )
    .option(...PROJECT_OPTION)
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...JOIN_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExamples:\n  $ hardwon agents\n  $ hardwon agents --agent-dir opencode=~/exports --json')
    .action(async (flags: AgentsFlags) => {
      const { runAgents } = await import('./run.ts');
      await runAgents(flags, here);
    });
}
