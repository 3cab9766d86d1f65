import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { planAndApply } from '../../delivery/apply.ts';
import type { Change } from '../../delivery/change.ts';
import { resolveInside } from '../../delivery/containment.ts';
import { diffPlan } from '../../delivery/diff.ts';
import { planMemory } from '../../delivery/plan.ts';
import { type Packages, refuseAdvice } from '../../lessons/guard/refuse-advice.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import { absorbToolFiles, planToolFiles } from '../../lifecycle/tool-files.ts';
import { type ImportedLesson, type ImportMerge, mergeImported } from '../../memory/import-merge.ts';
import { loadMemory, MEMORY_FILE, MEMORY_FOLDER } from '../../memory/memory.ts';
import { similarFinder } from '../../memory/similar.ts';
import { findRepository } from '../../sessions/projects/find-repository.ts';
import { AppError } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { type LearnRequest, withConfig } from '../configured-request.ts';
import { openDeclaredPackages } from '../declared-packages.ts';
import { refreshSnapshot } from '../install/refresh-snapshot.ts';
import type { ImportedEntry, ImportReport } from './import-report.ts';
import { readProjectSources, redactLessons, type SourcesRequest } from './import-sources.ts';

/** The lessons to import, and the project to import them into. */
export interface ImportRequest extends SourcesRequest, Pick<LearnRequest, 'cwd' | 'project' | 'configPath'> {
  /** Whether new lessons are ready at once: they are then delivered without a review. */
  ready: boolean;
  /** Whether to write the lessons found. */
  apply: boolean;
}

/** Imports lessons from elsewhere into the memory of a project. A dry run unless `apply` is set. */
export async function importLessons(asked: ImportRequest): Promise<ImportReport> {
  const request = await withConfig(asked);
  const folder = request.project ?? request.cwd;
  if (!existsSync(folder))
    throw new AppError('not-found', `There is no folder ${folder}.`, {
      hint: 'Name the folder of a project.',
    });
  const root = findRepository(folder);
  const found = await readProjectSources(root, request);
  const { taken: lessons, refused } = sortOut(
    await redactLessons(found.lessons, request.allowed),
    openDeclaredPackages(root),
  );
  const plan = async () => {
    await resolveInside(join(root, MEMORY_FOLDER, MEMORY_FILE), root);
    const before = await absorbToolFiles(await loadMemory(root), root, request.now);
    const merge = mergeImported(before.memory, lessons, request.now, request.ready ? 'ready' : 'watching');
    const views = await planToolFiles(merge.memory, before.toolFiles, root);
    return { projectRoot: root, changes: [...(await planMemory(merge.memory, root)), ...views], refusals: [], merge };
  };
  const done = request.apply
    ? await planAndApply(plan, { dataDir: findOwnFolders(request).data, now: request.now })
    : { plan: await plan(), written: [] };
  const unsaid = request.apply ? await refreshSnapshot({ root, folders: [root] }, request) : [];
  const { merge, changes } = done.plan;
  const findSimilar = similarFinder(merge.lessons);
  return {
    schema: 1,
    at: request.now.toISOString(),
    root,
    applied: done.written.length > 0,
    sources: found.sources,
    offered: found.offered,
    lessons: lessons.flatMap((lesson, index) => describeEntry(lesson, index, merge, findSimilar)),
    changes: describeChanges(root, changes, request.home),
    notices: [
      ...found.notices,
      ...refused,
      ...unsaid,
      ...merge.memory.notices.map(({ path, line, message }) => `${path}:${line ?? 1}: ${message}`),
    ],
  };
}

/** Separates the lessons that the guard lets through from the notices about those it refuses. */
function sortOut(
  lessons: readonly ImportedLesson[],
  packages: Packages,
): { taken: ImportedLesson[]; refused: string[] } {
  const judged = lessons.map((found) => {
    const { guidance, title = '', pattern = '' } = found.lesson;
    return { found, danger: refuseAdvice(guidance, { packages }) ?? refuseAdvice(title) ?? refuseAdvice(pattern) };
  });
  return {
    taken: judged.flatMap(({ found, danger }) => (danger ? [] : [found])),
    refused: judged.flatMap(({ found, danger }) =>
      danger ? [`${found.source}:${found.lesson.line}: a lesson was not imported: it ${danger.reason}`] : [],
    ),
  };
}

function describeEntry(
  { lesson, source }: ImportedLesson,
  index: number,
  merge: ImportMerge,
  findSimilar: (lesson: Lesson) => Lesson | undefined,
): ImportedEntry[] {
  const entry = merge.entries[index];
  if (!entry) return [];
  const {
    id,
    kind,
    title,
    guidance,
    trigger,
    status,
    confidence,
    occurrences,
    firstSeen,
    lastSeen,
    fingerprint,
    origin,
  } = entry;
  const isRepeated = merge.entries.indexOf(entry) < index;
  const action =
    merge.added.includes(id) && !isRepeated ? 'add' : merge.updated.includes(id) && !isRepeated ? 'merge' : 'keep';
  const similar = action === 'add' ? findSimilar(entry) : undefined;
  return [
    {
      ...{ id, action, kind, title, guidance, status, confidence, occurrences, firstSeen, lastSeen, fingerprint },
      ...(trigger && { trigger }),
      ...{ source, line: lesson.line },
      ...(origin && { origin }),
      ...(similar && similar.id !== id && { similar: similar.id }),
    },
  ];
}

function describeChanges(root: string, changes: readonly Change[], home: string): ImportReport['changes'] {
  return diffPlan({ projectRoot: root, changes }, home).map(({ name, action, text }, index) => {
    return { path: changes[index]?.path ?? join(root, name), name, action, diff: text };
  });
}
