import { findProjectRoot } from '../app/find-project-root.ts';
import { inOrder } from '../app/learn/learn-project.ts';
import { changeOwnMemory } from '../app/memory/change-own-memory.ts';
import { changeMemoryOf, type ProjectMemoryChange } from '../app/memory/change-project-memory.ts';
import { promoteAll } from '../app/memory/promote-asked.ts';
import { requireDispute, settleConflict } from '../lifecycle/capture/resolve-conflict.ts';
import { requireEntry } from '../lifecycle/entries.ts';
import { confirmEntry, rejectEntry, restoreEntry } from '../lifecycle/judge-entry.ts';
import { mergeEntries } from '../lifecycle/merge-entries.ts';
import { MECHANISM_TITLES } from '../lifecycle/promotion/mechanisms.ts';
import { decline } from '../lifecycle/promotion/promote-lessons.ts';
import { rewordEntry } from '../lifecycle/reword-entry.ts';
import type { MemoryEntry } from '../memory/entry-lesson.ts';
import type { Memory } from '../memory/memory.ts';
import { mergeLessons } from '../memory/merge.ts';
import { printNotice } from '../memory/notice.ts';
import { AppError } from '../shared/errors.ts';
import type { Surroundings } from '../shared/surroundings.ts';
import type { Done, Promotion } from './answers/changes.ts';
import type { LessonDecision } from './inputs.ts';
import type { PicturedProject } from './picture.ts';
import { requireWritable } from './writable.ts';

/**
 * Carries out a decision about a lesson, with the functions of the commands. A lesson that was only found so far is first written
 * to memory, in the same write, together with all others found: so each keeps the id under which it was shown.
 */
export async function decide(
  pictured: PicturedProject,
  id: string,
  decision: LessonDecision,
  here: Surroundings,
): Promise<Done | Promotion> {
  requireWritable(pictured);
  const flags = { project: pictured.project.root };
  const takeIn = (memory: Memory): Memory => {
    if (decision.action === 'restore') return memory;
    const { seen } = decision;
    const known = memory.entries.find((entry) => entry.id === id);
    // A known lesson is shown with what sessions taught since it was written: its words may state a newer count.
    const isAsShown = known !== undefined && (!seen || isSame(known, seen));
    const all = isAsShown ? memory : mergeLessons(memory, inOrder(pictured.findings.lessons), here.now).memory;
    if (seen) refuseChanged(requireEntry(all, id), seen);
    return all;
  };
  if (decision.action === 'promote') {
    if (pictured.isOwn)
      throw new AppError(
        'usage',
        'A rule of your own memory is already in your files: there is nothing to promote it to.',
      );
    return promote(id, decision, flags, here, takeIn);
  }
  const change = prepareChange(id, decision, here.now);
  const done = await (pictured.isOwn
    ? changeOwnMemory(here.cwd, here, true, (memory) => change(takeIn(memory)))
    : changeMemoryOf(findProjectRoot(flags, here), here, true, (memory) => change(takeIn(memory))));
  return { said: done.outcome, ...describe(done) };
}

/** Returns the change of a memory for a decision, and the sentence that reports it. */
function prepareChange(
  id: string,
  decision: Exclude<LessonDecision, { action: 'promote' }>,
  now: Date,
): (memory: Memory) => { memory: Memory; outcome: string } {
  switch (decision.action) {
    case 'accept':
      return (memory) => ({ memory: confirmEntry(memory, id, now), outcome: `${id} accepted` });
    case 'reject':
      return (memory) => ({
        memory: rejectEntry(memory, id, now, decision.reason || undefined),
        outcome: `${id} rejected`,
      });
    case 'restore':
      return (memory) => ({ memory: restoreEntry(memory, id, now).memory, outcome: `${id} restored` });
    case 'keep':
      return (memory) => ({ memory: decline(memory, id, 'keep', now), outcome: `${id} kept as a lesson` });
    case 'merge':
      return (memory) => {
        const { into, intoTitle } = decision;
        if (intoTitle !== undefined) refuseChanged(requireEntry(memory, into), { title: intoTitle });
        return { memory: mergeEntries(memory, { from: id, into }, now), outcome: `${id} merged into ${into}` };
      };
    case 'edit': {
      const { title, guidance, pattern, scope } = decision;
      const words = { title, guidance, pattern, scope };
      return (memory) => ({ memory: rewordEntry(memory, id, words), outcome: `${id} saved` });
    }
    case 'resolve':
      return (memory) => resolveConflict(memory, id, decision, now);
  }
}

/**
 * Refuses a decision on a lesson that is not as it was shown: somebody may have reworded it, and a lesson that was only found so
 * far may have a different id by now.
 */
function refuseChanged(entry: MemoryEntry, seen: SeenWords): void {
  if (isSame(entry, seen)) return;
  throw new AppError('conflict', `${entry.id} has changed in the meantime; nothing was written.`, {
    hint: 'Read it again, then decide.',
  });
}

type SeenWords = NonNullable<Extract<LessonDecision, { action: 'edit' }>['seen']>;

function isSame(entry: MemoryEntry, seen: SeenWords): boolean {
  return (['title', 'guidance', 'pattern'] as const).every(
    (name) => seen[name] === undefined || seen[name] === entry[name].trim(),
  );
}

function resolveConflict(
  memory: Memory,
  id: string,
  { keep, both }: Extract<LessonDecision, { action: 'resolve' }>,
  now: Date,
): { memory: Memory; outcome: string } {
  if (keep === undefined && !both)
    throw new AppError('usage', 'Say which lesson to keep.', { hint: 'Send keep with its id, or both.' });
  const { lesson, others } = requireDispute(memory, id);
  const decision = keep === undefined ? { both: true as const, scopes: new Map<string, string[]>() } : { keep };
  const settled = settleConflict(memory, id, decision, now);
  const kept = [lesson, ...others].map((entry) => entry.id).filter((party) => !settled.dropped.includes(party));
  const gone = settled.dropped.length > 0 ? `; ${settled.dropped.join(', ')} rejected` : '';
  return { memory: settled.memory, outcome: `${kept.join(' and ')} kept${gone}` };
}

async function promote(
  id: string,
  { as, preview, force }: Extract<LessonDecision, { action: 'promote' }>,
  flags: { project: string },
  here: Surroundings,
  prepare: (memory: Memory) => Memory,
): Promise<Promotion> {
  const asked = { ...flags, as, force: force ? (true as const) : undefined };
  const done = await promoteAll([id], asked, here, { apply: !preview, prepare });
  const [planned] = done.outcome;
  if (!planned) throw new AppError('not-found', `There is no lesson ${id}.`);
  const { mechanism, targets, refusal, notes } = planned;
  const { changes, notices } = describe(done);
  return {
    said: preview
      ? `${id} would become ${aOr(MECHANISM_TITLES[mechanism])}`
      : `${id} promoted to ${targets.join(', ')}`,
    mechanism,
    targets,
    refusal,
    changes,
    notices: [...notes, ...notices],
  };
}

function aOr(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** Returns the files that a change of memory wrote, or would write. */
export function describe<T>({ diffs, notices }: ProjectMemoryChange<T>): Pick<Done, 'changes' | 'notices'> {
  return {
    changes: diffs.map(({ name, action, text }) => ({ name, action, diff: text })),
    notices: notices.map(printNotice),
  };
}
