import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { CONFIG_OPTION, JSON_OPTION } from '../options.ts';
import type { InstallFlags } from './command.ts';

/** Declares `hardwon uninstall`. */
export function declareUninstall(program: Command, here: Host): void {
  program
    .command('uninstall')
    .summary('take those hooks out again')
    .description(
      "Takes out of the settings of agents exactly what hardwon install put in. A file that nobody changed since becomes what it was, byte for byte; else only hardwon's entries go. Changes nothing unless --apply is given.",
    )
    .argument('[agents...]', 'claude, codex, gemini, opencode or an adapter (default: all)')
    .option('--user', 'those for you (the default)')
    .option('--project', 'those for everybody who works on this project')
    .option('--apply', 'write the settings')
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon uninstall claude --apply')
    .action(async (agents: string[], flags: InstallFlags) => {
      const { runInstall } = await import('./run.ts');
      await runInstall('uninstall', agents, flags, here);
    });
}
