import { join } from 'node:path';
import type { Confidence, Lesson } from '../lessons/lesson.ts';
import type { MemoryEntry, NumberlessLesson } from '../memory/entry-lesson.ts';
import { loadMemory, MEMORY_FILE, MEMORY_FOLDER, type Memory, renderMemory } from '../memory/memory.ts';
import { mergeLessons } from '../memory/merge.ts';
import type { Notice } from '../memory/notice.ts';
import type { AppError } from '../shared/errors.ts';
import { exists } from '../shared/files.ts';
import { costInFile, DEFAULT_BUDGET, type LessonCost, type Selection, selectWithinBudget } from './budget.ts';
import type { Change } from './change.ts';
import { makeCleaner } from './clean.ts';
import { resolveInside } from './containment.ts';
import type { ContextFile, DeliveryPlaces } from './context-files/context-file.ts';
import { contextFiles as allContextFiles } from './context-files/index.ts';
import { planContextFile } from './plan-file.ts';

/** What a plan is made of. */
export interface DeliveryRequest extends DeliveryPlaces {
  /** What was found now; what memory knows is put to it. */
  lessons: readonly NumberlessLesson[];
  /** When that is. */
  now: Date;
  /** Takes home folders, other absolute paths and e-mail addresses out of a text that others will see. */
  anonymise(text: string, options: { homes: string[] }): string;
  /** Tokens over all context files together; 1,500 unless said otherwise. */
  budget?: number;
  /** Deliver only lessons of at least this confidence. */
  minConfidence?: Confidence;
  /** Replace blocks that were edited by hand; the old text is in the undo record. */
  force?: boolean;
  /** The files to write; all that are known unless said otherwise. */
  contextFiles?: readonly ContextFile[];
}

/** What would be written. Nothing is, until `applyPlan`. */
export interface Plan {
  projectRoot: string;
  changes: Change[];
  /** Why files cannot be changed: broken markers, edits by hand, links that lead away. With any of them nothing is applied. */
  refusals: AppError[];
  /** Every lesson there is now, with its lasting id. */
  lessons: MemoryEntry[];
  /** Ids in context files, best first. */
  delivered: string[];
  /** Ids of lessons that are ready, and too many for the budget. */
  leftOut: string[];
  /** Tokens that the delivered lessons take, headings included. */
  tokens: number;
  /** Ids that are new in memory, that changed in it, and that only memory still knows. */
  added: string[];
  updated: string[];
  keptFromMemory: string[];
  notices: Notice[];
}

/** Decides what to write where. Reads the files; writes nothing. */
export async function planDelivery(request: DeliveryRequest): Promise<Plan> {
  await resolveInside(join(request.projectRoot, MEMORY_FOLDER, MEMORY_FILE), request.projectRoot);
  const merged = mergeLessons(await loadMemory(request.projectRoot), request.lessons, request.now);
  const { selection, homeless, files } = chooseLessons(merged.lessons, request);
  const plan: Plan = {
    projectRoot: request.projectRoot,
    changes: await planMemory(merged.memory, request.projectRoot),
    refusals: [],
    lessons: merged.lessons,
    delivered: selection.delivered.map((lesson) => lesson.id),
    leftOut: selection.leftOut.map((lesson) => lesson.id),
    tokens: selection.tokens,
    added: merged.added,
    updated: merged.updated,
    keptFromMemory: merged.keptFromMemory,
    notices: [...merged.memory.notices],
  };
  if (homeless.length > 0) plan.notices.push(homelessNotice(homeless));
  const taken = new Map<string, string>();
  for (const { file, path, clean } of files) {
    const lessons = selection.delivered.filter((lesson) => file.takes(lesson));
    await planContextFile({ file, path, root: file.root(request), clean, lessons, taken, force: request.force ?? false }, plan);
  }
  return plan;
}

/** What decides which lessons are delivered, and where. */
export type ChoiceRequest = Omit<DeliveryRequest, 'lessons' | 'force'>;

/** The lessons that are ready, sure enough and worth their place, and the files that take them. Reads nothing. */
export function chooseLessons(
  lessons: readonly Lesson[],
  request: ChoiceRequest,
): {
  selection: Selection;
  /** Ready lessons that no file takes. */
  homeless: Lesson[];
  files: { file: ContextFile; path: string; clean: (text: string) => string }[];
} {
  const files = (request.contextFiles ?? allContextFiles).flatMap((file) => {
    const path = file.path(request);
    return path === undefined ? [] : [{ file, path, clean: makeCleaner(file, request) }];
  });
  const home = (lesson: Lesson) => files.find(({ file }) => file.takes(lesson));
  const ready = lessons.filter((lesson) => lesson.status === 'ready' && isConfident(lesson, request.minConfidence));
  const housed = ready.filter((lesson) => home(lesson));
  const costOf = (lesson: Lesson): LessonCost => costInFile(lesson, home(lesson)?.path ?? '', home(lesson)?.clean);
  const selection = selectWithinBudget(housed, request.budget ?? DEFAULT_BUDGET, request.now, costOf);
  return { selection, homeless: ready.filter((lesson) => !home(lesson)), files };
}

/** The memory file, and with a new folder the file that keeps git from seeing it. The user's own `.gitignore` is never touched. */
export async function planMemory(memory: Memory, projectRoot: string): Promise<Change[]> {
  const after = renderMemory(memory);
  if (after === (memory.original ?? '')) return [];
  const change: Change = { path: memory.path, root: projectRoot, before: memory.original, after, kind: 'memory' };
  const folder = join(projectRoot, MEMORY_FOLDER);
  if (await exists(folder)) return [change];
  return [{ path: join(folder, '.gitignore'), root: projectRoot, before: undefined, after: '*\n', kind: 'ignore-file' }, change];
}

function isConfident(lesson: Lesson, least: Confidence = 'low'): boolean {
  const levels: Confidence[] = ['low', 'medium', 'high'];
  return levels.indexOf(lesson.confidence) >= levels.indexOf(least);
}

function homelessNotice(lessons: readonly Lesson[]): Notice {
  const ids = lessons.map((lesson) => lesson.id).join(', ');
  return { code: 'no-file', message: `no context file takes ${ids}: they are in memory only` };
}
