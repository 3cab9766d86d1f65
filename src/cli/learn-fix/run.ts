import { type Host, printJson } from '../../app/surroundings.ts';
import { cleanFix, saveFix } from '../../lifecycle/save-fix.ts';
import { isLikeRejected } from '../../memory/similar-note.ts';
import { AppError } from '../../shared/errors.ts';
import { askedMemory, changeAskedMemory, nextAfterChange } from '../asked-memory.ts';
import { describeChange } from '../memory-change.ts';
import { canAsk } from '../terminal-dialog.ts';
import { viewMemoryChange } from '../views/memory-view.ts';
import { chooseCanvas, timesText } from '../views/text.ts';
import type { LearnFixFlags } from './command.ts';

/** Runs `hardwon learn-fix`. */
export async function runLearnFix(flags: LearnFixFlags, here: Host): Promise<void> {
  const missing = [
    ...(flags.tool?.trim() ? [] : ['--tool']),
    ...(flags.errorPattern?.trim() ? [] : ['--error-pattern']),
    ...(flags.fix?.trim() ? [] : ['--fix']),
  ];
  if (missing.length > 0)
    throw new AppError('usage', `A fix needs ${missing.join(', ')}.`, {
      hint: 'hardwon learn-fix --help shows an example.',
    });
  const clean = await cleanFix({
    tool: flags.tool ?? '',
    errorPattern: flags.errorPattern ?? '',
    rootCause: flags.rootCause ?? '',
    fix: flags.fix ?? '',
    commands: flags.command ?? [],
  });
  const { tool, errorPattern, rootCause, fix, commands } = clean;
  const done = await changeAskedMemory([], flags, here, !flags.dryRun, (memory) =>
    saveFix(memory, clean, here.now, { isRead: flags.human === true || canAsk(here) }),
  );
  const { action, entry } = done.outcome;
  if (flags.json) {
    printJson(here, { schema: 1, action, id: entry.id, ...describeChange(done) });
    return;
  }
  const { applied, diffs, notices } = done;
  const said = [
    applied
      ? `Saved the tool fix to memory, as ${entry.id}${action === 'update' ? `, seen ${timesText(entry.occurrences)} now` : ''}.`
      : `This would be ${entry.id}:`,
    `  Tool: ${tool}`,
    `  Pattern: ${errorPattern}`,
    `  Root cause: ${rootCause}`,
    `  Fix: ${[fix, ...commands].join('; ')}`,
    ...(applied ? ['The next time this pattern appears, you will be reminded of the fix.'] : []),
    ...(isLikeRejected(entry.similar) ? [`Similar: ${entry.similar}.`] : []),
    ...(applied && entry.status === 'watching'
      ? [`It is a candidate and not delivered yet: hardwon confirm ${entry.id}${askedMemory(flags)}`]
      : []),
  ];
  const next = applied ? nextAfterChange(flags) : [];
  here.stdout.write(viewMemoryChange({ said, applied, diffs, notices, next }, chooseCanvas(here.stdout, here)));
}
