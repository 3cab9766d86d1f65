import { isTidy, type Tidied, type TidyOutcome, tidyMemory } from '../lifecycle/tidy.ts';
import { askedMemory, changeAskedMemory, nextAfterChange } from './asked-memory.ts';
import { describeChange } from './change-project-memory.ts';
import type { TidyFlags } from './commands/tidy.ts';
import { type Host, printJson } from './surroundings.ts';
import { viewMemoryChange } from './views/memory-view.ts';
import { chooseCanvas, plural } from './views/text.ts';

/** Runs `hardwon tidy`. */
export async function runTidy(flags: TidyFlags, here: Host): Promise<void> {
  const done = await changeAskedMemory([], flags, here, flags.apply ?? false, (memory) => tidyMemory(memory, here.now));
  const { outcome, applied, diffs, notices } = done;
  if (flags.json) printJson(here, { schema: 1, ...outcome, ...describeChange(done) });
  else {
    const write: [string, string][] = diffs.length > 0 ? [['write it', `hardwon tidy --apply${askedMemory(flags)}`]] : [];
    const next = applied ? nextAfterChange(flags) : write;
    const parts = { said: describeOutcome(outcome, applied), applied, diffs: applied ? diffs : [], notices, next };
    here.stdout.write(viewMemoryChange(parts, chooseCanvas(here.stdout, here)));
  }
}

/** One line for each lesson, under what happens to it. */
export function describeOutcome(outcome: TidyOutcome, applied: boolean): string[] {
  if (isTidy(outcome)) return [`Nothing to tidy: ${plural(outcome.before, 'lesson')}, none of them weak and old.`];
  const groups: [readonly Tidied[], string][] = [
    [outcome.pruned, `${applied ? 'Taken' : 'Would be taken'} out, of low confidence and not seen for 60 days:`],
    [outcome.downgraded, `${applied ? 'Now' : 'Would be'} of low confidence, not seen for 120 days:`],
    [outcome.capped, `${applied ? 'Taken' : 'Would be taken'} out, because there are over 200 lessons:`],
    [outcome.promote, 'Sure enough to become a rule, a test or a hook (hardwon promote), because there are over 200 lessons:'],
  ];
  return groups.flatMap(([list, head]) =>
    list.length === 0 ? [] : [head, ...list.map(({ id, title, days }) => `  ${id} ${title} (seen ${plural(days, 'day')} ago)`)],
  );
}
