import { changeMemory } from '../lifecycle/change-memory.ts';
import { saveFix } from '../lifecycle/save-fix.ts';
import { createRedactor } from '../redaction/redact.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { stripControls } from '../shared/terminal.ts';
import { askedProject, describeChange, findProjectRoot } from './change-project-memory.ts';
import type { LearnFixFlags } from './commands/learn-fix.ts';
import { printJson, surroundings } from './surroundings.ts';
import { viewMemoryChange } from './views/memory-view.ts';
import { chooseCanvas } from './views/text.ts';

/** Runs `hardwon learn-fix`. */
export async function runLearnFix(flags: LearnFixFlags): Promise<void> {
  const here = surroundings();
  const folders = findOwnFolders(here);
  if (flags.user && flags.project !== undefined) throw new AppError('usage', '--user and --project exclude each other.');
  const root = flags.user ? folders.config : findProjectRoot(flags, here);
  const missing = [
    ...(flags.tool?.trim() ? [] : ['--tool']),
    ...(flags.errorPattern?.trim() ? [] : ['--error-pattern']),
    ...(flags.fix?.trim() ? [] : ['--fix']),
  ];
  if (missing.length > 0)
    throw new AppError('usage', `A fix needs ${missing.join(' and ')}.`, { hint: 'hardwon learn-fix --help shows an example.' });
  const given = [flags.tool, flags.errorPattern, flags.rootCause, flags.fix, ...(flags.command ?? [])].map((text) => text ?? '');
  const [tool = '', errorPattern = '', rootCause = '', fix = '', ...commands] = (await createRedactor().redact(given)).map(
    (text) => stripControls(text).replace(/\s+/g, ' ').trim(),
  );
  const request = { root, dataDir: folders.data, home: here.home, now: here.now, apply: !flags.dryRun };
  const done = {
    ...(await changeMemory(request, (memory) => saveFix(memory, { tool, errorPattern, rootCause, fix, commands }, here.now))),
    root,
  };
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
