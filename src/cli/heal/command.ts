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
    .summary('run a command, and where network or login fail, put it right and try again')
    .description(
      'Runs a command. Where it fails for the network, an expired login, a service that is not running or a package registry, runs the remedy that your configuration opts into for this tool, and tries again. Without such a configuration it runs the command once and passes the failure on, with what is known of it. Input, output and exit code pass through untouched; what hardwon says goes to stderr. Failures are logged in .memory/learned/tool_failures.yaml.',
    )
    .argument('<command...>', 'the command and its words, after --')
    .option('--tool <name>', 'the tool by the name it has in the configuration (default: the program)')
    .option('--skill <name>', 'the multi-step work that this is a part of, for the log')
    .option(...CONFIG_OPTION)
    .option('--quiet', 'say nothing')
    .option('--json', 'print what was done as one JSON object to stderr (its shape is in docs/json.md)')
    .addHelpText(
      'after',
      '\nIts exit code is that of the command; 127 where there is no such program.\n\nExample:\n  $ hardwon heal -- git --version',
    )
    .action(async (words: string[], flags: HealFlags) => {
      const { runHeal } = await import('./run.ts');
      await runHeal(words, flags, here);
    });
}
