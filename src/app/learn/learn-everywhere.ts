import { findEverywhere, type Taught } from '../../lessons/everywhere.ts';
import type { NewEntry } from '../../memory/entry-lesson.ts';
import type { Memory } from '../../memory/memory.ts';
import { mergeLessons } from '../../memory/merge.ts';
import { AppError, tellWhole } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { readKnowledge } from '../../team/knowledge.ts';
import { isToldEverywhere } from '../../verify/verified.ts';
import type { ConfiguredRequest } from '../configured-request.ts';
import { changeOwnMemory } from '../memory/change-own-memory.ts';
import type { EverywhereReport } from './learn-report.ts';

/**
 * Merges lessons that hold in several projects into the user's own memory, and plans the files that their agents read in every
 * project. They are written only if the user asked for it explicitly: nothing else that `learn` writes leaves a project.
 */
export async function learnEverywhere(
  taught: readonly Taught[],
  request: ConfiguredRequest,
): Promise<EverywhereReport | undefined> {
  const { found, bury } = await askTeam(findEverywhere(taught), request);
  if (found.length === 0 && !bury) return undefined;
  const isWritten = request.apply && request.user === true;
  const done = await changeOwnMemory(request.cwd, request, isWritten, (memory) => {
    const { memory: merged, lessons, added } = mergeLessons(bury?.(memory) ?? memory, found, request.now);
    return { memory: merged, outcome: { lessons, added } };
  }).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  // A fault in the user's own memory must not hide the lessons learned, and perhaps written, in the projects.
  if (done instanceof AppError) return { lessons: [], changes: [], applied: false, notices: [tellWhole(done)] };
  if (found.length === 0 && done.diffs.length === 0) return undefined;
  const fingerprints = new Set(found.map(({ fingerprint }) => fingerprint));
  const { lessons, added } = done.outcome;
  return {
    lessons: lessons
      .filter((lesson) => fingerprints.has(lesson.fingerprint) && isToldEverywhere(lesson))
      .map(({ id, title, guidance, occurrences, sessions }) => ({
        id,
        title,
        guidance,
        occurrences,
        sessions,
        isNew: added.includes(id),
      })),
    changes: done.diffs.map(({ name, action, text }) => ({ name, action, diff: text })),
    applied: done.applied,
    notices: done.notices.map(({ message }) => message),
  };
}

/**
 * Adds the facts about tools and machines that enough people of the team found, and leaves out those that an owner rejected for
 * everybody; `bury` takes these out of the user's own memory.
 */
async function askTeam(
  own: readonly NewEntry[],
  { team, ...request }: ConfiguredRequest,
): Promise<{ found: readonly NewEntry[]; bury?: (memory: Memory) => Memory }> {
  const known = readKnowledge(findOwnFolders(request).data, team?.url);
  if (!known) return { found: own };
  const [{ listEverywhere, listRejected }, { buryRejected }] = await Promise.all([
    import('../../team/team-lessons.ts'),
    import('../../team/team-view.ts'),
  ]);
  const rejected = new Set(listRejected(known, []).map(({ key }) => key));
  const here = new Set(own.map(({ fingerprint }) => fingerprint));
  const found = [...own, ...listEverywhere(known).filter(({ fingerprint }) => !here.has(fingerprint))];
  return {
    found: found.filter(({ fingerprint }) => !rejected.has(fingerprint)),
    bury: rejected.size === 0 ? undefined : (memory) => buryRejected(memory, rejected, request.now),
  };
}
