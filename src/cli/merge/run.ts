import { type Host, printJson } from '../../app/surroundings.ts';
import { normaliseId, requireEntry } from '../../lifecycle/entries.ts';
import { mergeEntries } from '../../lifecycle/merge-entries.ts';
import { AppError } from '../../shared/errors.ts';
import { changeAskedMemory, nextAfterChange } from '../asked-memory.ts';
import { describeChange } from '../memory-change.ts';
import { viewMemoryChange } from '../views/memory-view.ts';
import { chooseCanvas, timesText } from '../views/text.ts';
import type { MergeFlags } from './command.ts';

/** Runs `hardwon merge`. */
export async function runMerge(asked: readonly string[], flags: MergeFlags, here: Host): Promise<void> {
  const ids = [...new Set(asked.map(normaliseId))];
  const into = normaliseId(flags.into ?? ids[0] ?? '');
  const merged = ids.filter((id) => id !== into);
  if (merged.length === 0)
    throw new AppError('usage', `${into} is already one lesson.`, {
      hint: `Name the lesson to merge it with: hardwon merge ${into} L-012`,
    });
  const done = await changeAskedMemory([into, ...merged], flags, here, !flags.dryRun, (before) => {
    const memory = merged.reduce((changed, from) => mergeEntries(changed, { from, into }, here.now), before);
    return { memory, outcome: requireEntry(memory, into) };
  });
  if (flags.json) return printJson(here, { schema: 1, into, merged, ...describeChange(done) });
  const { outcome, applied, diffs, notices } = done;
  const said = [
    `${merged.join(', ')} ${applied ? (merged.length > 1 ? 'are' : 'is') : 'would be'} merged into ${into}, seen ${timesText(outcome.occurrences)}: ${outcome.title}`,
  ];
  const parts = { said, applied, diffs, notices, next: applied ? nextAfterChange(flags) : [] };
  here.stdout.write(viewMemoryChange(parts, chooseCanvas(here.stdout, here)));
}
