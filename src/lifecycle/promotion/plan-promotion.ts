import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { isToldElsewhere } from '../../memory/promoted.ts';
import { createRedactor } from '../../redaction/redact.ts';
import { AppError } from '../../shared/errors.ts';
import type { UserHome } from '../../shared/surroundings.ts';
import { findWithheld } from '../../verify/verified.ts';
import { planAdr } from './adr/plan-adr.ts';
import { planCheck } from './check/plan-check.ts';
import { chooseMechanism, listAlternatives } from './choose-mechanism.ts';
import type { DraftFiles } from './draft-files.ts';
import { planGuard } from './guard/plan-guard.ts';
import { planHook } from './hook/plan-hook.ts';
import { type LessonText, readLessonText } from './lesson-text.ts';
import { MECHANISM_TITLES, type Mechanism } from './mechanisms.ts';
import { planRule } from './rule/plan-rule.ts';
import { findSkills, planSkill } from './skill/plan-skill.ts';

/** The options of a promotion, and its place. */
export interface PromotionRequest extends UserHome {
  now: Date;
  /** The agents for which rules and hooks are written. */
  agents: readonly string[];
  /** The requested mechanism; otherwise the one that suits the lesson. */
  mechanism?: Mechanism;
  /** The requested file, relative to the root of the project. */
  target?: string;
  /** Whether a hook may run the command that a lesson names. */
  run?: boolean;
}

/** One lesson to promote. */
export interface PromotionTask {
  entry: MemoryEntry;
  /** Its words, fit for files that others see. */
  text: LessonText;
  drafts: DraftFiles;
  request: PromotionRequest;
}

/** The files that a mechanism wrote into the drafts. */
export interface PlannedTargets {
  /** The files that now contain the lesson, relative to the root of the project. */
  targets: string[];
  /** Further information and instructions for the user. */
  notes: string[];
}

/** The planned promotion of a lesson. */
export interface PlannedPromotion extends PlannedTargets {
  id: string;
  title: string;
  mechanism: Mechanism;
  /** The other possible mechanisms. */
  alternatives: Mechanism[];
  /** Why it cannot be promoted this way; then nothing is changed for it. */
  refusal?: string;
}

/** Plans the promotion of one lesson: it puts the files into the drafts and writes nothing. */
export async function planPromotion(
  entry: MemoryEntry,
  drafts: DraftFiles,
  request: PromotionRequest,
): Promise<PlannedPromotion> {
  const mechanism = request.mechanism ?? chooseMechanism(entry);
  const withheld = findWithheld(entry);
  if (withheld)
    throw new AppError('conflict', `${entry.id} is not promoted: it ${withheld.reason}.`, {
      hint: `If you mean it, vouch for it in a terminal: hardwon confirm ${entry.id} --vouch`,
    });
  const text = readLessonText(await withoutSecrets(entry), drafts.root, request.home);
  const { targets, notes } = await drafts.attempt(() => PLANNERS[mechanism]({ entry, text, drafts, request }));
  const alternatives = listAlternatives(entry, mechanism, (await findSkills(drafts)).length > 0);
  return {
    id: entry.id,
    title: entry.title,
    mechanism,
    alternatives,
    targets,
    notes: [...notes, ...noteTelling(entry, mechanism)],
  };
}

/** Redacts secrets: mined text contains none, but text that a person wrote into the memory may. */
async function withoutSecrets(entry: MemoryEntry): Promise<MemoryEntry> {
  const { title, pattern, guidance } = entry;
  const [cleanTitle = '', cleanPattern = '', cleanGuidance = ''] = await createRedactor().redact([
    title,
    pattern,
    guidance,
  ]);
  return { ...entry, title: cleanTitle, pattern: cleanPattern, guidance: cleanGuidance };
}

/**
 * A decision, a test or a check tells an agent nothing before it makes the mistake, so `learn` continues to deliver the lesson.
 */
function noteTelling(entry: MemoryEntry, mechanism: Mechanism): string[] {
  if (isToldElsewhere(entry) || mechanism === 'rule' || mechanism === 'hook') return [];
  return [`learn still tells agents about ${entry.id}: ${MECHANISM_TITLES[mechanism]}s do not.`];
}

const PLANNERS: Readonly<Record<Mechanism, (task: PromotionTask) => Promise<PlannedTargets>>> = {
  rule: planRule,
  adr: planAdr,
  test: planGuard,
  hook: planHook,
  check: planCheck,
  skill: planSkill,
};
