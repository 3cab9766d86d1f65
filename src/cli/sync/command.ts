import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { parseCount } from '../option-values.ts';
import { AGENT_DIR_OPTION, CLAUDE_DIR_OPTION, CONFIG_OPTION, JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `sync`. */
export interface SyncFlags {
  dryRun?: true;
  watch?: number | true;
  project?: string;
  claudeDir?: string;
  agentDir?: string[];
  config?: string;
  json?: true;
}

/** Declares `hardwon sync`. */
export function declareSync(program: Command, here: Host): void {
  program
    .command('sync')
    .summary('share lessons with your team, and fetch those of the others')
    .description(
      "Sends what your sessions taught to your team's database (team.url), and fetches what the others found. Logs stay on this machine; --dry-run prints every row that would leave. Without a network, the lessons fetched last stay in use.",
    )
    .option('--dry-run', 'print every row that would be sent, and send nothing')
    .option('--watch [minutes]', 'repeat every few minutes until it is stopped (default: 10)', parseCount)
    .option(...PROJECT_OPTION)
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon sync --dry-run\n  $ hardwon sync && hardwon learn --apply\n  $ hardwon sync --watch 30',
    )
    .action(async (flags: SyncFlags) => {
      const { runSync } = await import('./run.ts');
      await runSync(flags, here);
    });
}
