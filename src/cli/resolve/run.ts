import { type Host, printJson } from '../../app/surroundings.ts';
import { entryText } from '../../lifecycle/capture/describe-capture.ts';
import {
  type ConflictDecision,
  type Dispute,
  listDisputes,
  requireDispute,
  settleConflict,
} from '../../lifecycle/capture/resolve-conflict.ts';
import { normaliseId } from '../../lifecycle/entries.ts';
import { decodeScope } from '../../memory/field-values.ts';
import type { Memory } from '../../memory/memory.ts';
import { AppError } from '../../shared/errors.ts';
import { askedMemory, changeAskedMemory, nextAfterChange, openAskedMemory, pointingToOwn } from '../asked-memory.ts';
import { describeChange } from '../memory-change.ts';
import { canAsk, type Dialog, openDialog, requirePerson } from '../terminal-dialog.ts';
import { viewMemoryChange } from '../views/memory-view.ts';
import { chooseCanvas, showText } from '../views/text.ts';
import type { ResolveFlags } from './command.ts';

/** Runs `hardwon resolve`. */
export async function runResolve(id: string | undefined, flags: ResolveFlags, here: Host): Promise<void> {
  if (id === undefined) return list(flags, here);
  const asked = readDecision(flags);
  if (asked && !flags.dryRun) requirePerson(here, flags.human ?? false);
  const { memory } = await openAskedMemory(flags, here);
  const dispute = await pointingToOwn([id], flags, here, () => requireDispute(memory, id));
  const decision = asked ?? (canAsk(here) && !flags.json ? await ask(dispute, memory, here) : undefined);
  if (!decision) return show(dispute, memory, flags, here);
  const done = await changeAskedMemory([id], flags, here, !flags.dryRun, (current) => {
    const { memory: after, dropped } = settleConflict(current, id, decision, here.now);
    return { memory: after, outcome: dropped };
  });
  const { outcome: dropped, applied, diffs, notices } = done;
  const parties = [dispute.lesson, ...dispute.others].map((entry) => entry.id);
  const kept = parties.filter((party) => !dropped.includes(party));
  if (flags.json) return printJson(here, { schema: 1, kept, dropped, ...describeChange(done) });
  const said =
    dropped.length > 0
      ? [`${kept.join(', ')} stays; ${dropped.join(', ')} is removed from the memory, with a tombstone.`]
      : [`${kept.join(' and ')} both stay.`];
  const next = applied ? nextAfterChange(flags) : [];
  here.stdout.write(viewMemoryChange({ said, applied, diffs, notices, next }, chooseCanvas(here.stdout, here)));
}

function readDecision({ keep, drop, both, scope = [] }: ResolveFlags): ConflictDecision | undefined {
  if (scope.length > 0 && !both)
    throw new AppError('usage', '--scope needs --both: it says where each lesson applies.', {
      hint: 'hardwon resolve L-001 --both --scope L-001=src/web/**',
    });
  if (keep !== undefined) return { keep };
  if (drop !== undefined) return { drop };
  if (!both) return undefined;
  const scopes = scope.map((pair): [string, string[]] => {
    const at = pair.indexOf('=');
    if (at <= 0)
      throw new AppError('usage', `--scope takes a lesson and its paths, not ${pair}.`, {
        hint: 'Write it as L-012=src/web/**.',
      });
    return [normaliseId(pair.slice(0, at)), decodeScope(pair.slice(at + 1))];
  });
  return { both, scopes: new Map(scopes) };
}

/** Returns both sides as written in the file: with counts, dates, origin and evidence. */
function viewDispute({ lesson, others }: Dispute, memory: Memory): string {
  if (others.length === 0)
    return `${entryText(memory, lesson.id)}\n\nThe lesson that it may contradict no longer exists.`;
  return [lesson, ...others].map((entry) => entryText(memory, entry.id)).join('\n\n');
}

async function ask(dispute: Dispute, memory: Memory, here: Host): Promise<ConflictDecision | undefined> {
  const dialog = openDialog(here.stdin, here.stdout, here.env);
  try {
    dialog.say(viewDispute(dispute, memory));
    return await askDecision(dispute, dialog);
  } finally {
    dialog.close();
  }
}

/** Asks which of them stays; returns undefined if that is left open. */
export async function askDecision({ lesson, others }: Dispute, dialog: Dialog): Promise<ConflictDecision | undefined> {
  const parties = [lesson, ...others].map((entry) => entry.id);
  for (;;) {
    const answer = await dialog.ask(`\nWhich one is right? ${parties.join(', ')}, [B]oth, or [L]eave it open (L) `);
    if (!answer || /^l(?:eave)?$/i.test(answer)) return undefined;
    if (/^b(?:oth)?$/i.test(answer)) return { both: true, scopes: new Map() };
    const keep = normaliseId(answer);
    if (parties.includes(keep)) return { keep };
    dialog.say(`${answer} is not one of them.`);
  }
}

/** Shows a dispute without a decision, which means that the answer is no. */
function show(dispute: Dispute, memory: Memory, flags: ResolveFlags, here: Host): void {
  here.exitCode = 1;
  const { lesson, others } = dispute;
  if (flags.json) {
    printJson(here, { schema: 1, conflicts: [{ lesson, others }] });
    return;
  }
  const { paint } = chooseCanvas(here.stdout, here);
  const asked = askedMemory(flags);
  const ways = [
    ...[lesson, ...others].map((entry) => `hardwon resolve ${lesson.id} --keep ${entry.id}${asked}`),
    `hardwon resolve ${lesson.id} --both${asked}`,
  ];
  here.stdout.write(
    `${viewDispute(dispute, memory)}\n\n${ways.map((way) => `${paint.dim('settle it:    ')}${way}`).join('\n')}\n`,
  );
}

async function list(flags: ResolveFlags, here: Host): Promise<void> {
  const { memory } = await openAskedMemory(flags, here);
  const disputes = listDisputes(memory);
  here.exitCode = disputes.length === 0 ? 1 : 0;
  if (flags.json) return printJson(here, { schema: 1, conflicts: disputes });
  const { paint, home } = chooseCanvas(here.stdout, here);
  const lines = disputes.flatMap(({ lesson, others }) => [
    `${paint.bold(lesson.id)} ${showText(lesson.title, home)}`,
    ...others.map((other) => `  may contradict ${paint.bold(other.id)} ${showText(other.title, home)}`),
  ]);
  here.stdout.write(`${lines.length > 0 ? lines.join('\n') : 'No lesson contradicts another.'}\n`);
}
