import { undoLast } from '../delivery/apply.ts';
import { findRepository } from '../sessions/projects/find-repository.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { stripControls } from '../shared/terminal.ts';
import type { UndoFlags } from './commands/undo.ts';
import { printJson, resolvePath, surroundings } from './surroundings.ts';

/** Runs `hardwon undo`. */
export async function runUndo(flags: UndoFlags): Promise<void> {
  const here = surroundings();
  const folder = flags.project === undefined ? here.cwd : resolvePath(flags.project, here);
  const undone = await undoLast({
    dataDir: findOwnFolders(here).data,
    projectRoot: findRepository(folder),
    force: flags.force ?? false,
  });
  if (flags.json) printJson(undone ?? { restored: [], removed: [] });
  else if (!undone) process.stdout.write('There is nothing to take back for this project.\n');
  else
    process.stdout.write(
      stripControls(
        `Taken back what was written ${undone.at}:\n${[...undone.restored.map((path) => `  restored ${path}`), ...undone.removed.map((path) => `  removed  ${path}`)].join('\n')}\n`,
      ),
    );
  process.exitCode = undone ? 0 : 1;
}
