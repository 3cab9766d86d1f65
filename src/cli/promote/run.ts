import { findProjectRoot } from '../../app/find-project-root.ts';
import type { ProjectMemoryChange } from '../../app/memory/change-project-memory.ts';
import type { ShownPromotion } from '../../app/memory/promote-asked.ts';
import { type Declined, declineOne, promoteAll } from '../../app/memory/promote-asked.ts';
import { type Host, printJson, tellProblems } from '../../app/surroundings.ts';
import { requireEntry } from '../../lifecycle/entries.ts';
import { chooseMechanism } from '../../lifecycle/promotion/choose-mechanism.ts';
import { findDue } from '../../lifecycle/promotion/due.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { loadMemory } from '../../memory/memory.ts';
import { printNotice } from '../../memory/notice.ts';
import { AppError } from '../../shared/errors.ts';
import { findWithheld } from '../../verify/verified.ts';
import { askedProject, describeChange } from '../memory-change.ts';
import { canAsk, openDialog } from '../terminal-dialog.ts';
import { viewMemoryChange } from '../views/memory-view.ts';
import { chooseCanvas, plural, viewRemark } from '../views/text.ts';
import type { PromoteFlags } from './command.ts';
import { holdDialogue } from './dialogue.ts';
import { type CheckedMemory, type DuePromotion, type UnsafeLesson, viewCheck, viewPromotions } from './view.ts';

/** Runs `hardwon promote`. */
export async function runPromote(id: string | undefined, flags: PromoteFlags, here: Host): Promise<void> {
  const root = findProjectRoot(flags, here);
  if (flags.keep || flags.dismiss) return runDecline(id, flags, here);
  const memory = await loadMemory(root);
  // When files are shown, their notices are shown with them.
  if (flags.check) tellProblems(here, memory.notices.map(printNotice));
  const due = findDue(memory.entries, here.now);
  if (flags.check) {
    const unsafe = findUnsafe(memory.entries);
    // Promoting one would be refused.
    const safe = due.filter((entry) => !unsafe.some(({ id }) => id === entry.id));
    return runCheck({ due: safe.map(describeDue), unsafe }, root, flags, here);
  }
  const ids = id === undefined ? due.map((entry) => entry.id) : [requireEntry(memory, id).id];
  if (ids.length > 1 && flags.target !== undefined)
    throw new AppError('usage', `--target names one file, and ${ids.length} lessons are due.`, {
      hint: 'Name one lesson.',
    });
  if (ids.length > 0 && !flags.yes && !flags.json && canAsk(here)) return converse(ids, flags, here);
  if (ids.length === 0 && !flags.json) {
    const lessons = plural(memory.entries.length, 'lesson');
    here.stdout.write(
      `Nothing is due: of ${lessons}, none has high confidence, was seen three times and is still undecided.\n`,
    );
  } else await runAtOnce(ids, flags, here);
}

/** Shows the promotion of all lessons, or carries it out. */
async function runAtOnce(ids: readonly string[], flags: PromoteFlags, here: Host): Promise<void> {
  const done = await promoteAll(ids, flags, here, { apply: flags.yes ?? false });
  if (flags.json)
    printJson(here, { schema: 1, promotions: done.outcome.map(describePromotion), ...describeChange(done) });
  else here.stdout.write(render(done, done.applied ? afterwards(flags) : [writeIt(done.outcome, flags)], here));
  here.exitCode = done.outcome.some(({ refusal }) => refusal !== undefined) ? 1 : 0;
}

/** Lists unsafe lessons and those that are due; needs only the memory. */
function runCheck(found: CheckedMemory, root: string, flags: PromoteFlags, here: Host): void {
  const isFine = found.due.length === 0 && found.unsafe.length === 0;
  if (flags.json) printJson(here, { schema: 1, root, ...found });
  else if (isFine) here.stdout.write('No lesson is unsafe, and none is due for promotion.\n');
  else here.stdout.write(viewCheck(found, askedProject(flags), chooseCanvas(here.stdout, here)));
  here.exitCode = isFine ? 0 : 1;
}

/** Finds lessons whose words recommend something that no lesson may; in a shared memory anybody may have added them. */
function findUnsafe(entries: readonly MemoryEntry[]): UnsafeLesson[] {
  return entries.flatMap((entry) => {
    const refused = findWithheld(entry);
    return refused ? [{ id: entry.id, title: entry.title, reason: refused.reason }] : [];
  });
}

async function runDecline(id: string | undefined, flags: PromoteFlags, here: Host): Promise<void> {
  const decision = flags.keep ? 'keep' : 'dismiss';
  if (id === undefined)
    throw new AppError('usage', `--${decision} decides about one lesson.`, {
      hint: `Name it: hardwon promote L-012 --${decision}`,
    });
  const done = await declineOne(id, decision, flags, here);
  if (flags.json) printJson(here, { schema: 1, ids: [done.outcome.id], ...describeChange(done) });
  else here.stdout.write(renderDeclined(done, flags, here));
}

/** Goes through the lessons with the person at the terminal. Each answer is written at once, and can be undone separately. */
async function converse(ids: readonly string[], flags: PromoteFlags, here: Host): Promise<void> {
  const dialog = openDialog(here.stdin, here.stdout, here.env);
  const as = (mechanism = flags.as): PromoteFlags => (mechanism ? { ...flags, as: mechanism } : flags);
  try {
    await holdDialogue(ids, {
      ask: dialog.ask,
      show: async (id, mechanism) => {
        try {
          dialog.say(render(await promoteAll([id], as(mechanism), here, { apply: false }), [], here));
          return true;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          dialog.say(
            viewRemark(`${error.message}${error.hint ? ` ${error.hint}` : ''}`, chooseCanvas(here.stdout, here)),
          );
          return false;
        }
      },
      act: async (id, decision, mechanism) => {
        if (decision === 'promote') {
          // A person who has read which conditions are not met and answers P means it.
          const done = await promoteAll([id], { ...as(mechanism), force: true }, here, { apply: true });
          dialog.say(render(done, afterwards(flags), here));
        } else dialog.say(renderDeclined(await declineOne(id, decision, flags, here), flags, here));
      },
    });
  } finally {
    dialog.close();
  }
}

function render(
  { outcome, applied, diffs, notices }: ProjectMemoryChange<ShownPromotion[]>,
  next: readonly (readonly [string, string])[],
  here: Host,
): string {
  return viewPromotions(outcome, { applied, diffs, notices, next }, chooseCanvas(here.stdout, here));
}

function renderDeclined(
  { outcome, applied, diffs, notices }: ProjectMemoryChange<Declined>,
  flags: PromoteFlags,
  here: Host,
): string {
  const { id, decision } = outcome;
  const said = [decision === 'keep' ? `${id} stays a lesson.` : `${id} is removed from the memory.`];
  const next = afterwards(flags).slice(decision === 'keep' ? 1 : 0);
  return viewMemoryChange({ said, applied, diffs, notices, next }, chooseCanvas(here.stdout, here));
}

/** Returns the next steps: context files still have the lesson in their blocks. */
function afterwards(flags: PromoteFlags): [string, string][] {
  const project = askedProject(flags);
  return [
    ['deliver it', `hardwon learn --apply${project}`],
    ['undo it', `hardwon undo${project}`],
  ];
}

function writeIt(promotions: readonly ShownPromotion[], flags: PromoteFlags): [string, string] {
  const [only] = promotions.length === 1 ? promotions : [];
  const words = [
    only ? ` ${only.id}` : '',
    flags.as ? ` --as ${flags.as}` : '',
    flags.run ? ' --run' : '',
    only && only.missing.length > 0 ? ' --force' : '',
  ];
  return ['write it', `hardwon promote${words.join('')} --yes${askedProject(flags)}`];
}

function describePromotion({ entry, missing, ...promotion }: ShownPromotion): object {
  return { ...promotion, ...entry, isDue: missing.length === 0, missing };
}

function describeDue(entry: MemoryEntry): DuePromotion {
  const { id, title, occurrences, lastSeen } = entry;
  return { id, title, mechanism: chooseMechanism(entry), occurrences, lastSeen: lastSeen.slice(0, 10) };
}
