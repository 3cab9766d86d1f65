import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SHARED_SKILL_FOLDERS, SKILL_FOLDERS } from '../../../agents/skill-folders.ts';
import { readMeaning } from '../../../lessons/remarks/words.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DraftFiles } from '../draft-files.ts';
import type { PlannedTargets, PromotionTask } from '../plan-promotion.ts';
import { planRule } from '../rule/plan-rule.ts';

/** Amends a skill of the project, so that the rule is read where that work is done and nowhere else. */
export async function planSkill(task: PromotionTask): Promise<PlannedTargets> {
  const target = task.request.target ?? (await chooseSkill(task));
  return planRule({ ...task, request: { ...task.request, target } });
}

/**
 * Finds the skills of a project, as the files to amend. hardwon's own skill is left out, because it is about lessons in general
 * and each release replaces it.
 */
export async function findSkills({ root }: Pick<DraftFiles, 'root'>): Promise<string[]> {
  const found = await Promise.all(
    SKILL_FOLDERS.map(async (folder) => {
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}/SKILL.md`);
    }),
  );
  return found.flat().filter((path) => !path.includes('/harness-learnings/'));
}

/** Returns the only skill, or the one that shares most words with the lesson. */
async function chooseSkill({ entry, text, drafts }: PromotionTask): Promise<string> {
  const wanted = new Set(readMeaning(`${text.title} ${text.guidance} ${entry.scope.join(' ')}`).words);
  const rated: { path: string; shared: number }[] = [];
  for (const path of await findSkills(drafts)) {
    const skill = await drafts.read(path);
    if (skill !== undefined)
      rated.push({ path, shared: new Set(readMeaning(skill).words.filter((word) => wanted.has(word))).size });
  }
  const [best, second] = rated.toSorted((a, b) => b.shared - a.shared);
  if (best && (rated.length === 1 || (best.shared > 0 && best.shared > (second?.shared ?? 0)))) return best.path;
  const hint = `Name one: hardwon promote ${entry.id} --as skill --target ${SHARED_SKILL_FOLDERS[0]}/NAME/SKILL.md`;
  if (!best) throw new AppError('not-found', 'The project has no skill that could be amended.', { hint });
  throw new AppError('not-found', `No skill of the project is clearly about ${entry.id}.`, { hint });
}
