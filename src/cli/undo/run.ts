import { join } from 'node:path';
import { type Host, printJson, resolvePath } from '../../app/surroundings.ts';
import { type UndoResult, undoLast } from '../../delivery/apply.ts';
import { MEMORY_FOLDER } from '../../memory/memory.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { refuseBoth } from '../option-values.ts';
import { chooseCanvas, showText, wrap } from '../views/text.ts';
import type { UndoFlags } from './command.ts';
import { listRoots } from './undo-roots.ts';

/** Runs `hardwon undo`. */
export async function runUndo(flags: UndoFlags, here: Host): Promise<void> {
  refuseBoth(flags);
  const { data: dataDir, config } = findOwnFolders(here);
  const own = join(config, MEMORY_FOLDER);
  const folder = flags.user ? own : flags.project === undefined ? here.cwd : resolvePath(flags.project, here);
  const { columns, home } = chooseCanvas(here.stdout, here);
  const options = { dataDir, force: flags.force ?? false };
  const undone = await (flags.user ? undoLast({ ...options, folder: own }) : undoIn(listRoots(folder), options));
  const elsewhere = flags.user
    ? 'Without --user, hardwon undo is about the project.'
    : 'For another project use --project FOLDER, for your own memory --user.';
  if (flags.json) printJson(here, { schema: 1, restored: [], removed: [], ...undone });
  else if (undone) here.stdout.write(viewUndone(undone, columns, home));
  else
    here.stdout.write(`${wrap(`There is nothing to undo for ${showText(folder, home)}. ${elsewhere}`, columns, 0)}\n`);
  here.exitCode = undone ? 0 : 1;
}

async function undoIn(
  roots: readonly string[],
  options: { dataDir: string; force: boolean },
): Promise<UndoResult | undefined> {
  for (const projectRoot of roots) {
    const undone = await undoLast({ ...options, projectRoot });
    if (undone) return undone;
  }
  return undefined;
}

function viewUndone({ at, restored, removed, keptCopy }: UndoResult, columns: number, home: string): string {
  const lines = [
    `Undid the change of ${at.slice(0, 10)}, ${at.slice(11, 16)} UTC:`,
    ...restored.map((path) => `  restored ${showText(path, home)}`),
    ...removed.map((path) => `  removed  ${showText(path, home)}`),
  ];
  if (keptCopy !== undefined)
    lines.push(wrap(`The replaced text is kept in ${showText(keptCopy, home)}`, columns, 2, 0));
  return `${lines.join('\n')}\n`;
}
