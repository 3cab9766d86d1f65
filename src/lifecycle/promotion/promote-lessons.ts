import { editEntry } from '../../memory/blocks.ts';
import { setField } from '../../memory/edit-entry.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { encodeText } from '../../memory/field-values.ts';
import type { Memory } from '../../memory/memory.ts';
import { namePromoted } from '../../memory/promoted.ts';
import { AppError } from '../../shared/errors.ts';
import type { ChangedMemory } from '../change-memory.ts';
import { requireEntry } from '../entries.ts';
import { rejectEntry } from '../judge-entry.ts';
import { chooseMechanism, listAlternatives } from './choose-mechanism.ts';
import { DraftFiles } from './draft-files.ts';
import { keepEntry } from './kept.ts';
import { type PlannedPromotion, type PromotionRequest, planPromotion } from './plan-promotion.ts';

/** The decision on a lesson that could be promoted. */
export type PromotionDecision = 'promote' | 'keep' | 'dismiss';

/**
 * Promotes lessons: the files of all of them and the memory change together. The entries stay, and record where they were
 * promoted to.
 */
export async function promoteLessons(
  before: Memory,
  ids: readonly string[],
  root: string,
  request: PromotionRequest,
): Promise<ChangedMemory<PlannedPromotion[]>> {
  const drafts = new DraftFiles(root);
  const outcome: PlannedPromotion[] = [];
  let memory = before;
  for (const id of ids) {
    const promotion = await planOne(requireEntry(memory, id), ids.length === 1, drafts, request);
    if (promotion.refusal === undefined) memory = notePromotion(memory, promotion);
    outcome.push(promotion);
  }
  return { memory, others: drafts.changes(), outcome };
}

/** Plans one of many, so that one that cannot be promoted does not block the others. */
async function planOne(
  entry: MemoryEntry,
  isAlone: boolean,
  drafts: DraftFiles,
  request: PromotionRequest,
): Promise<PlannedPromotion> {
  try {
    return await planPromotion(entry, drafts, request);
  } catch (error) {
    if (isAlone || !(error instanceof AppError)) throw error;
    const mechanism = request.mechanism ?? chooseMechanism(entry);
    const alternatives = listAlternatives(entry, mechanism);
    return {
      id: entry.id,
      title: entry.title,
      mechanism,
      alternatives,
      targets: [],
      notes: [],
      refusal: error.message,
    };
  }
}

/** Records that a person does not want to promote a lesson: it stays a lesson, or is dismissed. */
export function decline(
  memory: Memory,
  id: string,
  decision: Exclude<PromotionDecision, 'promote'>,
  now: Date,
): Memory {
  return decision === 'keep' ? keepEntry(memory, id, now) : rejectEntry(memory, id, now, 'dismissed at promotion');
}

/**
 * Records `Promoted: AGENTS.md, tests/lessons/l-012.test.ts (test)` and keeps earlier targets. An earlier decision to keep the
 * lesson is removed.
 */
function notePromotion(memory: Memory, { id, targets, mechanism }: PlannedPromotion): Memory {
  const { promoted } = requireEntry(memory, id);
  const known = promoted?.split(/,\s*/) ?? [];
  const all = [...new Set([...known, ...targets.map((target) => namePromoted(encodeText(target), mechanism))])].filter(
    (target) => target !== '',
  );
  return editEntry(memory, id, (block, eol) =>
    setField(setField(block, 'Promoted', all.join(', '), eol), 'Kept', undefined, eol),
  );
}
