import type { Command } from 'commander';

/** Options of `undo`. */
export interface UndoFlags {
  project?: string;
  user?: true;
  force?: true;
  json?: true;
}

/** `hardwon undo`. */
export function declareUndo(program: Command): void {
  program
    .command('undo')
    .summary('take back the last --apply')
    .description(
      'Restores every file that the last --apply of this project changed, and removes those it created. Refuses where a file was changed since. With --user, the last change of your own memory is taken back, wherever it was made.',
    )
    .option('--user', 'the last change of your own memory')
    .option('--project <path>', 'the project, by any folder of it (default: the current folder)')
    .option('--force', 'restore files that were changed since, too')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  $ hardwon undo')
    .action(async (flags: UndoFlags) => {
      const { runUndo } = await import('../run-undo.ts');
      await runUndo(flags);
    });
}
