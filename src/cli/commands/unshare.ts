import type { Command } from 'commander';
import type { MemoryFlags } from '../change-project-memory.ts';

/** Options of `unshare`. */
export interface UnshareFlags extends MemoryFlags {
  dryRun?: true;
}

/** `hardwon unshare`. */
export function declareUnshare(program: Command): void {
  program
    .command('unshare')
    .summary("keep git from seeing the project's lessons again")
    .description(
      'Puts back the .gitignore that hides .memory/ from git. Files that git tracks already stay tracked: the command to change that is printed, and not run.',
    )
    .option('--dry-run', 'show the change and write nothing')
    .option('--project <path>', 'the project, by any folder of it (default: the current folder)')
    .option('--json', 'print one JSON object (its shape is in docs/json.md)')
    .addHelpText('after', '\nExample:\n  $ hardwon unshare')
    .action(async (flags: UnshareFlags) => {
      const { runUnshare } = await import('../run-share.ts');
      await runUnshare(flags);
    });
}
