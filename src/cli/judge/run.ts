import { type Host, printJson } from '../../app/surroundings.ts';
import { normaliseId, requireEntry } from '../../lifecycle/entries.ts';
import { confirmEntry, rejectEntry, restoreEntry } from '../../lifecycle/judge-entry.ts';
import type { Memory } from '../../memory/memory.ts';
import { changeAskedMemory, nextAfterChange, openAskedMemory } from '../asked-memory.ts';
import { describeChange, type MemoryFlags } from '../memory-change.ts';
import { requirePerson, requireTerminal } from '../terminal-dialog.ts';
import { viewMemoryChange } from '../views/memory-view.ts';
import { chooseCanvas, showText } from '../views/text.ts';
import type { ConfirmFlags } from './confirm.ts';
import type { RejectFlags } from './reject.ts';
import type { RestoreFlags } from './restore.ts';

/** Runs `hardwon confirm`. */
export async function runConfirm(ids: readonly string[], flags: ConfirmFlags, here: Host): Promise<void> {
  if (flags.vouch) requireTerminal(here);
  if (!flags.dryRun) requirePerson(here, flags.human ?? false);
  await judge(ids, flags, here, (memory, id, now) => ({
    memory: confirmEntry(memory, id, now, flags.confidence, { isVouched: flags.vouch ?? false }),
    said: `${id} is confirmed, with ${flags.confidence} confidence: ${requireEntry(memory, id).title}`,
  }));
}

/** Runs `hardwon reject`. */
export async function runReject(ids: readonly string[], flags: RejectFlags, here: Host): Promise<void> {
  await judge(ids, flags, here, (memory, id, now) => ({
    memory: rejectEntry(memory, id, now, flags.reason),
    said: `${id} is removed from the memory: ${requireEntry(memory, id).title}`,
  }));
}

/** Runs `hardwon restore`. */
export async function runRestore(ids: readonly string[], flags: RestoreFlags, here: Host): Promise<void> {
  if (ids.length === 0) return listTombstones(flags, here);
  await judge(ids, flags, here, (memory, id, now) => {
    const { memory: after, stone } = restoreEntry(memory, id, now);
    return { memory: after, said: `${id} is back, which was ${stone.departure} on ${stone.day}: ${stone.title}` };
  });
}

/** Changes all of the lessons or none. */
async function judge(
  asked: readonly string[],
  flags: MemoryFlags & { dryRun?: true },
  here: Host,
  change: (memory: Memory, id: string, now: Date) => { memory: Memory; said: string },
): Promise<void> {
  const ids = [...new Set(asked.map(normaliseId))];
  const done = await changeAskedMemory(ids, flags, here, !flags.dryRun, (before) => {
    let memory = before;
    const said: string[] = [];
    for (const id of ids) {
      const step = change(memory, id, here.now);
      memory = step.memory;
      said.push(step.said);
    }
    return { memory, outcome: said };
  });
  if (flags.json) printJson(here, { schema: 1, ids, ...describeChange(done) });
  else {
    const { outcome: said, applied, diffs, notices } = done;
    const parts = { said, applied, diffs, notices, next: applied ? nextAfterChange(flags) : [] };
    here.stdout.write(viewMemoryChange(parts, chooseCanvas(here.stdout, here)));
  }
}

async function listTombstones(flags: RestoreFlags, here: Host): Promise<void> {
  const { root, memory } = await openAskedMemory(flags, here);
  const { stones } = memory.graveyard;
  if (flags.json) printJson(here, { schema: 1, root, tombstones: stones });
  else {
    const { paint, home } = chooseCanvas(here.stdout, here);
    const lines = stones.map(
      ({ id, departure, day, title }) => `${paint.bold(id)} ${departure} ${day}  ${showText(title, home)}`,
    );
    here.stdout.write(`${lines.length > 0 ? lines.join('\n') : 'No lesson has been removed from the memory.'}\n`);
  }
  here.exitCode = stones.length === 0 ? 1 : 0;
}
