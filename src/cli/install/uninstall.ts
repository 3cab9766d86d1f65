import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { CONFIG_OPTION, JSON_OPTION } from '../options.ts';
import type { InstallFlags } from './command.ts';

/** Declares `hardwon uninstall`. */
export function declareUninstall(program: Command, here: Host): void {
  program
    .command('uninstall')
    .summary('remove the hooks; with --all, everything that hardwon wrote')
    .description(
      'Removes exactly what hardwon install added. With --all it also removes the blocks in context files of all known projects, the cache and the data folder; lessons and your configuration stay unless --memory is given. Changes nothing unless --apply is given.',
    )
    .argument('[agents...]', 'claude, codex, gemini, opencode, copilot, cursor or an adapter (default: all)')
    .option('--user', 'your own hooks (the default)')
    .option('--project', "the project's hooks")
    .option('--all', 'remove everything that hardwon wrote, in all projects')
    .option('--memory', 'with --all: also delete all lessons and your configuration')
    .option('--apply', 'do it')
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon uninstall claude --apply\n  $ hardwon uninstall --all\n  $ hardwon uninstall --all --memory --apply',
    )
    .action(async (agents: string[], flags: InstallFlags) => {
      if (flags.all || flags.memory) {
        const { runRemoval } = await import('./remove-all.ts');
        await runRemoval(agents, flags, here);
        return;
      }
      const { runInstall } = await import('./run.ts');
      await runInstall('uninstall', agents, flags, here);
    });
}
