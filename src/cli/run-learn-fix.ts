import { changeMemory } from '../lifecycle/change-memory.ts';
import { cleanFix, type SavedFix, saveFix } from '../lifecycle/save-fix.ts';
import type { Memory } from '../memory/memory.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders, type OwnFolders } from '../shared/folders.ts';
import { askedProject, changeProjectMemory, describeChange, type ProjectMemoryChange } from './change-project-memory.ts';
import type { LearnFixFlags } from './commands/learn-fix.ts';
import { printJson, type Surroundings, surroundings } from './surroundings.ts';
import { viewMemoryChange } from './views/memory-view.ts';
import { chooseCanvas } from './views/text.ts';

/** Runs `hardwon learn-fix`. */
export async function runLearnFix(flags: LearnFixFlags): Promise<void> {
  const here = surroundings();
  const folders = findOwnFolders(here);
  if (flags.user && flags.project !== undefined) throw new AppError('usage', '--user and --project exclude each other.');
  const missing = [
    ...(flags.tool?.trim() ? [] : ['--tool']),
    ...(flags.errorPattern?.trim() ? [] : ['--error-pattern']),
    ...(flags.fix?.trim() ? [] : ['--fix']),
  ];
  if (missing.length > 0)
    throw new AppError('usage', `A fix needs ${missing.join(', ')}.`, { hint: 'hardwon learn-fix --help shows an example.' });
  const clean = await cleanFix({
    tool: flags.tool ?? '',
    errorPattern: flags.errorPattern ?? '',
    rootCause: flags.rootCause ?? '',
    fix: flags.fix ?? '',
    commands: flags.command ?? [],
  });
  const { tool, errorPattern, rootCause, fix, commands } = clean;
  const save = (memory: Memory) => saveFix(memory, clean, here.now);
  const apply = !flags.dryRun;
  const done = flags.user
    ? await changeOwnMemory(folders, here, apply, save)
    : await changeProjectMemory(flags, here, apply, save);
  const { action, entry } = done.outcome;
  if (flags.json) {
    printJson({ schema: 1, action, id: entry.id, ...describeChange(done) });
    return;
  }
  const { applied, diffs, notices } = done;
  const said = [
    applied
      ? `Saved the tool fix to memory, as ${entry.id}${action === 'update' ? `, seen ${entry.occurrences} times now` : ''}.`
      : `This would be ${entry.id}:`,
    `  Tool: ${tool}`,
    `  Pattern: ${errorPattern}`,
    `  Root cause: ${rootCause}`,
    `  Fix: ${[fix, ...commands].join('; ')}`,
    ...(applied ? ['Next time this pattern appears, you are reminded of the fix.'] : []),
  ];
  const project = askedProject(flags);
  const next: [string, string][] = flags.user
    ? []
    : [
        ['deliver it', `hardwon learn --apply${project}`],
        ['take it back', `hardwon undo${project}`],
      ];
  process.stdout.write(
    viewMemoryChange({ said, applied, diffs, notices, next: applied ? next : [] }, chooseCanvas(process.stdout, here)),
  );
}

/** The memory of the user, which is in no project. */
async function changeOwnMemory(
  { config: root, data: dataDir }: OwnFolders,
  { home, now }: Surroundings,
  apply: boolean,
  save: (memory: Memory) => { memory: Memory; outcome: SavedFix },
): Promise<ProjectMemoryChange<SavedFix>> {
  return { ...(await changeMemory({ root, dataDir, home, now, apply }, save)), root };
}
