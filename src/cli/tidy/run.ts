import { openLogFinder } from '../../app/history/find-logs.ts';
import { type Host, printJson } from '../../app/surroundings.ts';
import { isTidy, type Tidied, type TidyOutcome, tidyMemory } from '../../lifecycle/tidy.ts';
import { askedMemory, changeAskedMemory, nextAfterChange } from '../asked-memory.ts';
import { describeChange } from '../memory-change.ts';
import { viewMemoryChange } from '../views/memory-view.ts';
import { chooseCanvas, plural } from '../views/text.ts';
import type { TidyFlags } from './command.ts';

/** Runs `hardwon tidy`. */
export async function runTidy(flags: TidyFlags, here: Host): Promise<void> {
  const done = await changeAskedMemory([], flags, here, flags.apply ?? false, (memory) =>
    tidyMemory(memory, here.now, openLogFinder(here)),
  );
  const { outcome, applied, diffs, notices } = done;
  if (flags.json) printJson(here, { schema: 1, ...outcome, ...describeChange(done) });
  else {
    const write: [string, string][] =
      diffs.length > 0 ? [['write it', `hardwon tidy --apply${askedMemory(flags)}`]] : [];
    const next = applied ? nextAfterChange(flags) : write;
    const parts = {
      said: describeOutcome(outcome, applied, flags.verbose ?? false),
      applied,
      diffs: applied ? diffs : [],
      notices,
      next,
    };
    here.stdout.write(viewMemoryChange(parts, chooseCanvas(here.stdout, here)));
  }
}

/** Returns one line per lesson, grouped by what happens to it; of a long list, the first ones. `--verbose` lists all. */
export function describeOutcome(outcome: TidyOutcome, applied: boolean, isWhole: boolean): string[] {
  if (outcome.ahead) return [tellAhead(outcome.ahead)];
  if (isTidy(outcome)) return [`Nothing to tidy: ${plural(outcome.before, 'lesson')}, none of them weak and old.`];
  const groups: [readonly Tidied[], string][] = [
    [outcome.pruned, `${applied ? 'Taken' : 'Would be taken'} out, of low confidence and not seen for 60 days:`],
    [outcome.downgraded, `${applied ? 'Now' : 'Would be'} of low confidence, not seen for 120 days:`],
    [outcome.capped, `${applied ? 'Taken' : 'Would be taken'} out, because there are over 200 lessons:`],
    [
      outcome.promote,
      'Sure enough to become a rule, a test or a hook (hardwon promote), because there are over 200 lessons:',
    ],
  ];
  const told = groups.filter(([list]) => list.length > 0);
  const most = isWhole ? Number.POSITIVE_INFINITY : Math.floor(MOST_LINES / told.length) - 2;
  return told.flatMap(([list, head]) => {
    const shown = list.length <= most + 1 ? list : list.slice(0, most);
    const rest = list.length - shown.length;
    return [
      head,
      ...shown.map(({ id, title, days }) => `  ${id} ${title} (seen ${plural(days, 'day')} ago)`),
      ...(rest === 0 ? [] : [`  and ${rest} more: --verbose names them`]),
    ];
  });
}

/** People read no more than this of a list. */
const MOST_LINES = 20;

/** Summarises in one line what tidying did in addition to a capture; undefined if it did nothing. */
export function summariseTidying(
  { pruned, downgraded, capped, promote, ahead }: TidyOutcome,
  isDone: boolean,
  project: string,
): string[] {
  if (ahead) return [tellAhead(ahead)];
  const gone = [...pruned, ...capped];
  const parts = [
    ...(gone.length === 0
      ? []
      : [
          `${isDone ? 'took out' : 'would take out'} ${plural(gone.length, 'weak and old lesson')} (${nameSome(gone)})`,
        ]),
    ...(downgraded.length === 0
      ? []
      : [
          `${isDone ? 'lowered' : 'would lower'} ${plural(downgraded.length, 'lesson')} to low confidence (${nameSome(downgraded)})`,
        ]),
    ...(promote.length === 0
      ? []
      : [`found over 200 lessons, of which ${promote.length} are sure enough to promote (hardwon promote)`]),
  ];
  if (parts.length === 0) return [];
  const undo =
    gone.length + downgraded.length > 0 ? `; hardwon undo${project} reverts it, and the capture with it` : '';
  return [`Tidying ${parts.join(', ')}${isDone ? undo : ''}.`];
}

function nameSome(list: readonly Tidied[]): string {
  const ids = list
    .slice(0, 5)
    .map(({ id }) => id)
    .join(', ');
  return list.length > 5 ? `${ids} and ${list.length - 5} more` : ids;
}

function tellAhead({ id, day }: { id: string; day: string }): string {
  return `Nothing was tidied: ${id} is dated ${day}, which is later than today. Correct the clock, or the date in the memory file.`;
}
