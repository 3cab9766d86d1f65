import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { AGENT_DIR_OPTION, CLAUDE_DIR_OPTION, CONFIG_OPTION, JOIN_OPTION, JSON_OPTION } from '../options.ts';

/** Options of `projects`. */
export interface ProjectsFlags {
  claudeDir?: string;
  agentDir?: string[];
  config?: string;
  join?: string[];
  json?: true;
}

/** Declares `hardwon projects`. */
export function declareProjects(program: Command, here: Host): void {
  program
    .command('projects')
    .summary('list the projects that have sessions')
    .description(
      'Lists the projects that agents worked on: folders, sessions, calls, failures and the last session. Worktrees, subfolders and clones of one repository are one project.',
    )
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...JOIN_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon projects')
    .action(async (flags: ProjectsFlags) => {
      const { runProjects } = await import('./run.ts');
      await runProjects(flags, here);
    });
}
