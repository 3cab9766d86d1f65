import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { CONFIG_OPTION, JSON_OPTION } from '../options.ts';

/** Options of `install` and `uninstall`. */
export interface InstallFlags {
  project?: true;
  user?: true;
  apply?: true;
  /** Of `uninstall`: everything of hardwon, not only hooks. */
  all?: true;
  memory?: true;
  config?: string;
  json?: true;
}

/** Declares `hardwon install`. */
export function declareInstall(program: Command, here: Host): void {
  program
    .command('install')
    .summary('install hooks, so that agents see lessons while they work')
    .description(
      'Adds hooks to the settings of agents. They start hardwon when a session starts, and before and after tool calls; with live.stop set to ask, also at each prompt and when a turn ends. Everything else in the settings stays. Changes nothing unless --apply is given; uninstall and undo revert it.',
    )
    .argument(
      '[agents...]',
      'claude, codex, gemini, opencode, copilot, cursor or an adapter; all (default: those that were used on this machine)',
    )
    .option('--user', 'for you, in all projects (the default)')
    .option('--project', 'for everybody who works on this project, in files that are committed')
    .option('--apply', 'write the settings')
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon install claude\n  $ hardwon install claude codex --apply\n  $ hardwon install all --project --apply',
    )
    .action(async (agents: string[], flags: InstallFlags) => {
      const { runInstall } = await import('./run.ts');
      await runInstall('install', agents, flags, here);
    });
}
