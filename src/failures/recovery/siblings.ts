import { parseShell } from '../../shell/index.ts';
import type { Step, ThreadView } from './session-view.ts';
import { toolOf } from './tool-names.ts';

/**
 * Finds the calls of a thread that were sent in one turn and may disturb each other: commands together with commands, other calls
 * with calls of the same tool. Calls that never ran disturb nothing.
 */
export function findBatches({ steps }: ThreadView): Map<Step, readonly Step[]> {
  const byTurn = new Map<string, Step[]>();
  for (const step of steps) {
    const { turn, tool, name } = step.call;
    if (turn === undefined || step.told === 'cancelled' || step.told === 'rejected' || step.told === 'blocked')
      continue;
    const key = `${turn}\n${tool === 'shell' ? tool : name}`;
    const sent = byTurn.get(key);
    if (sent) sent.push(step);
    else byTurn.set(key, [step]);
  }
  const batches = new Map<Step, readonly Step[]>();
  for (const sent of byTurn.values()) if (sent.length > 1) for (const step of sent) batches.set(step, sent);
  return batches;
}

/** Returns the name by which a call is told apart from its siblings: the program with its sub-command, or the tool. */
export function runsWhat(name: string, command: string | undefined): string {
  const main = command === undefined ? undefined : parseShell(command, name).main;
  return main ? toolOf(main) : name;
}
