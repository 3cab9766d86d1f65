import type { Command } from 'commander';

/** Options of `projects`. */
export interface ProjectsFlags {
  claudeDir?: string;
  agentDir?: string[];
  config?: string;
  join?: string[];
  json?: true;
}

/** `hardwon projects`. */
export function declareProjects(program: Command): void {
  program
    .command('projects')
    .summary('list the projects that have sessions')
    .description(
      'Lists the projects that the agents worked on: folders, sessions, calls, failures and when they were last worked on. Worktrees, sub-folders and clones of one repository are one project.',
    )
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
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  $ hardwon projects')
    .action(async (flags: ProjectsFlags) => {
      const { runProjects } = await import('../run-projects.ts');
      await runProjects(flags);
    });
}
