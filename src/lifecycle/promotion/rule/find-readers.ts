import { existsSync } from 'node:fs';
import type { ContextPlaces } from '../../../agents/context.ts';
import { listReadings } from '../../../delivery/context-files/readings.ts';
import type { Memory } from '../../../memory/memory.ts';

/** Stands for all agents that read AGENTS.md. */
export const ANY_AGENT = 'any agent';

/**
 * Finds the agents for which rules are written: those whose sessions taught the lessons or, if no lesson has evidence, those for
 * which the project has files. An unknown agent stands for all that read AGENTS.md.
 */
export async function findReaders({ entries }: Pick<Memory, 'entries'>, places: ContextPlaces): Promise<string[]> {
  const seen = new Set(entries.flatMap(({ evidence }) => evidence.map(({ agent }) => agent)));
  if (seen.size > 0) return [...seen];
  const readings = await listReadings(places);
  const present = readings.filter(
    ({ context: { shared, scoped } }) =>
      (shared[0] && existsSync(shared[0].path)) || (scoped !== undefined && existsSync(scoped.folder)),
  );
  return present.length > 0 ? present.map(({ agent }) => agent) : [ANY_AGENT];
}
