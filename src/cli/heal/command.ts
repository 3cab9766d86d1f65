import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { CONFIG_OPTION } from '../options.ts';

/** Options of `heal`. */
export interface HealFlags {
  tool?: string;
  skill?: string;
  config?: string;
  quiet?: true;
  json?: true;
}

/** Declares `hardwon heal`. */
export function declareHeal(program: Command, here: Host): void {
  program
    .command('heal')
    .summary('run a command; if the network or a login fails, fix it and try again')
    .description(
      "Runs a command. If it fails because of the network, an expired login, a stopped service or a package registry, runs the remedy that your configuration allows for this tool, and tries again. Otherwise shows what is known about the failure. Input, output and exit code pass through; hardwon's messages go to stderr. Failures are logged in .memory/learned/tool_failures.yaml.",
    )
    .argument('<command...>', 'the command and its arguments, after --')
    .option('--tool <name>', 'name of the tool in the configuration (default: the program)')
    .option('--skill <name>', 'the larger task that this belongs to, for the log')
    .option(...CONFIG_OPTION)
    .option('--quiet', 'print only what the command prints')
    .option('--json', 'print what was done as one JSON object to stderr (its shape is in docs/json.md)')
    .addHelpText(
      'after',
      '\nThe exit code is that of the command; 127 if there is no such program.\n\nExample:\n  $ hardwon heal -- git --version',
    )
    .action(async (words: string[], flags: HealFlags) => {
      const { runHeal } = await import('./run.ts');
      await runHeal(words, flags, here);
    });
}
