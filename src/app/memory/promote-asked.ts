import { relative } from 'node:path';
import { requireEntry } from '../../lifecycle/entries.ts';
import { findMissing } from '../../lifecycle/promotion/due.ts';
import type { Mechanism } from '../../lifecycle/promotion/mechanisms.ts';
import type { PlannedPromotion, PromotionRequest } from '../../lifecycle/promotion/plan-promotion.ts';
import { decline, type PromotionDecision, promoteLessons } from '../../lifecycle/promotion/promote-lessons.ts';
import { findReaders } from '../../lifecycle/promotion/rule/find-readers.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import type { Memory } from '../../memory/memory.ts';
import { AppError } from '../../shared/errors.ts';
import { isInside } from '../../shared/files.ts';
import type { Surroundings } from '../../shared/surroundings.ts';
import { findProjectRoot } from '../find-project-root.ts';
import { resolvePath } from '../surroundings.ts';
import { changeMemoryOf, type ProjectMemoryChange } from './change-project-memory.ts';

/** Options for promoting lessons. */
export interface PromotionFlags {
  project?: string;
  as?: Mechanism;
  target?: string;
  run?: true;
  force?: true;
}

/** A promotion with the facts that decide whether it is due. */
export interface ShownPromotion extends PlannedPromotion {
  entry: Pick<MemoryEntry, 'confidence' | 'occurrences' | 'lastSeen'>;
  /** The conditions that are not yet met. */
  missing: readonly string[];
}

/**
 * Promotes lessons as the options say, or shows how they would be promoted. One that is not due is written only with `--force`.
 * `prepare` may first add lessons to memory that were only found so far.
 */
export async function promoteAll(
  ids: readonly string[],
  flags: PromotionFlags,
  here: Surroundings,
  { apply, prepare = (memory) => memory }: { apply: boolean; prepare?: (memory: Memory) => Memory },
): Promise<ProjectMemoryChange<ShownPromotion[]>> {
  const root = findProjectRoot(flags, here);
  const { home, env, now } = here;
  return changeMemoryOf(root, here, apply, async (before) => {
    const memory = prepare(before);
    const missingOf = (id: string) => findMissing(requireEntry(memory, id), now);
    const unripe = ids.find((id) => missingOf(id).length > 0);
    if (apply && !flags.force && unripe !== undefined)
      throw new AppError('conflict', `${unripe} is not due: ${missingOf(unripe).join('; ')}.`, {
        hint: '--force promotes it anyway.',
      });
    const request: PromotionRequest = {
      home,
      env,
      now,
      agents: await findReaders(memory, { home, env, projectRoot: root }),
      mechanism: flags.as,
      target: flags.target === undefined ? undefined : findTarget(flags.target, root, here),
      run: flags.run ? true : undefined,
    };
    const changed = await promoteLessons(memory, ids, root, request);
    const outcome = changed.outcome.map((planned) => {
      const { confidence, occurrences, lastSeen } = requireEntry(memory, planned.id);
      return { ...planned, entry: { confidence, occurrences, lastSeen }, missing: missingOf(planned.id) };
    });
    return { ...changed, outcome };
  });
}

/** A lesson that was not promoted. */
export interface Declined {
  id: string;
  /** Whether it stays a lesson, or is removed from memory. */
  decision: Exclude<PromotionDecision, 'promote'>;
}

/** Keeps a lesson as it is, or removes it from memory. */
export async function declineOne(
  id: string,
  decision: Declined['decision'],
  flags: PromotionFlags,
  here: Surroundings,
): Promise<ProjectMemoryChange<Declined>> {
  return changeMemoryOf(findProjectRoot(flags, here), here, true, (memory) => ({
    memory: decline(memory, id, decision, here.now),
    outcome: { id: requireEntry(memory, id).id, decision },
  }));
}

/** Returns the requested file, relative to the root of the project. */
function findTarget(target: string, root: string, here: Surroundings): string {
  const path = resolvePath(target, here);
  if (!isInside(path, root))
    throw new AppError('usage', `${target} is not in ${root}.`, { hint: 'Promoted lessons stay in the project.' });
  return relative(root, path).replaceAll('\\', '/');
}
