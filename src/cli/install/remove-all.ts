import { join } from 'node:path';
import { type RemovalReport, removeEverything } from '../../app/install/remove-everything.ts';
import { type Host, printJson, resolvePath, surroundingsOf } from '../../app/surroundings.ts';
import { AppError } from '../../shared/errors.ts';
import { Progress } from '../progress.ts';
import { type Canvas, chooseCanvas, showText, viewRemark } from '../views/text.ts';
import { chooseNode } from './choose-node.ts';
import type { InstallFlags } from './command.ts';

/** Runs `hardwon uninstall --all`. */
export async function runRemoval(names: readonly string[], flags: InstallFlags, here: Host): Promise<void> {
  if (!flags.all) throw new AppError('usage', '--memory needs --all.', { hint: 'hardwon uninstall --all --memory' });
  if (names.length > 0 || flags.user || flags.project)
    throw new AppError('usage', '--all means all agents and projects.', {
      hint: 'Leave out the agents, --user and --project.',
    });
  const progress = new Progress(here);
  const report = await removeEverything({
    ...surroundingsOf(here),
    apply: flags.apply ?? false,
    memory: flags.memory ?? false,
    node: chooseNode(process.execPath, here.env, process.platform),
    hook: join(here.dist, 'hook.js'),
    platform: process.platform,
    onProgress: (done, total) => progress.reading(done, total),
    configPath: flags.config === undefined ? undefined : resolvePath(flags.config, here),
  }).finally(() => progress.clear());
  if (flags.json) printJson(here, report);
  else here.stdout.write(viewRemoval(report, flags, chooseCanvas(here.stdout, here)));
  here.exitCode = report.left.length > 0 ? 1 : 0;
}

function viewRemoval(
  { applied, files, folders, kept, left }: RemovalReport,
  flags: InstallFlags,
  canvas: Canvas,
): string {
  const { paint, home } = canvas;
  const row = (action: string, path: string, what: string) =>
    `  ${paint.dim(action.padEnd(8))} ${showText(path, home)} ${paint.dim(`(${what})`)}`;
  const rows = [
    ...files.map(({ path, what, action }) => row(action === 'remove' ? 'delete' : 'clean', path, what)),
    ...folders.map(({ path, what }) => row('delete', path, what)),
  ];
  const stays = kept.map(({ path, what }) => row('keep', path, what));
  const isNothing = rows.length === 0;
  const head = isNothing
    ? 'Nothing of hardwon is left to remove.'
    : applied
      ? 'Removed:'
      : 'Would be removed with --apply:';
  const keeping = applied
    ? 'Kept. To remove them too, run hardwon uninstall --all --memory --apply in each project:'
    : 'Kept, unless --memory is given:';
  const again = `hardwon uninstall --all${flags.memory ? ' --memory' : ''} --apply`;
  return `${[
    [paint.bold(head), ...rows].join('\n'),
    stays.length === 0 ? '' : [paint.bold(keeping), ...stays].join('\n'),
    left.map((text) => viewRemark(text, canvas)).join('\n'),
    applied
      ? 'To remove the program: npm uninstall --global hardwon'
      : isNothing
        ? ''
        : `${paint.dim('do it:')} ${again}`,
  ]
    .filter(Boolean)
    .join('\n\n')}\n`;
}
