import { importLessons } from '../../app/import/import-lessons.ts';
import { type Host, printJson, resolvePath, surroundingsOf } from '../../app/surroundings.ts';
import { AppError } from '../../shared/errors.ts';
import { foldersOf } from '../agent-folders.ts';
import { requirePerson } from '../terminal-dialog.ts';
import { chooseCanvas, quoteWord } from '../views/text.ts';
import type { ImportFlags } from './command.ts';
import { viewImport } from './view.ts';

/** Runs `hardwon import`. */
export async function runImport(files: readonly string[], flags: ImportFlags, here: Host): Promise<void> {
  const { from, section = [], project, config } = flags;
  if (section.length > 0 && from !== undefined && from !== 'bullets')
    throw new AppError('usage', '--section is about lists, and --from asks for another form.', {
      hint: 'Leave out --from.',
    });
  // Ready lessons are delivered, so a person must say so, as with `confirm`.
  if (flags.ready && flags.apply) requirePerson(here, flags.human ?? false);
  const report = await importLessons({
    ...surroundingsOf(here),
    files: files.map((file) => resolvePath(file, here)),
    folders: foldersOf(flags, here),
    sections: section,
    from,
    project: project === undefined ? undefined : resolvePath(project, here),
    configPath: config === undefined ? undefined : resolvePath(config, here),
    ready: flags.ready ?? false,
    apply: flags.apply ?? false,
  });
  const asked = project === undefined ? '' : ` --project ${quoteWord(project)}`;
  const commands = {
    apply: applyCommand(files, flags),
    undo: `hardwon undo${asked}`,
    learn: `hardwon learn --apply${asked}`,
  };
  if (flags.json) printJson(here, report);
  else here.stdout.write(viewImport(report, { ...chooseCanvas(here.stdout, here), ...commands }));
  here.exitCode = report.lessons.length === 0 ? 1 : 0;
}

/** Returns the command for the same run with --apply. */
function applyCommand(
  files: readonly string[],
  { from, section = [], project, ready, human, claudeDir, config }: ImportFlags,
): string {
  return [
    'hardwon import',
    ...files.map(quoteWord),
    ...(from === undefined ? [] : [`--from ${from}`]),
    ...section.map((title) => `--section ${quoteWord(title)}`),
    ...(project === undefined ? [] : [`--project ${quoteWord(project)}`]),
    ...(ready ? ['--ready'] : []),
    ...(human ? ['--human'] : []),
    ...(claudeDir === undefined ? [] : [`--claude-dir ${quoteWord(claudeDir)}`]),
    ...(config === undefined ? [] : [`--config ${quoteWord(config)}`]),
    '--apply',
  ].join(' ');
}
