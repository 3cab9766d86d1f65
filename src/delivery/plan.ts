import { join, relative } from 'node:path';
import { DEFAULTS } from '../config/defaults.ts';
import { isAtLeast } from '../lessons/confidence.ts';
import type { Confidence, Lesson } from '../lessons/lesson.ts';
import type { MemoryEntry, NewEntry } from '../memory/entry-lesson.ts';
import { HIDDEN_FOLDER } from '../memory/ignore-file.ts';
import { loadMemory, loadUserMemory, MEMORY_FILE, MEMORY_FOLDER, type Memory, renderMemory } from '../memory/memory.ts';
import { type MergeResult, mergeLessons } from '../memory/merge.ts';
import type { Notice } from '../memory/notice.ts';
import { isToldElsewhere } from '../memory/promoted.ts';
import { isToldOnMatch } from '../memory/told-how.ts';
import { renderGraveyard } from '../memory/tombstones.ts';
import { AppError } from '../shared/errors.ts';
import { exists, isInside } from '../shared/files.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { isTellable, isToldEverywhere, noticeWithheld, type Tellable } from '../verify/verified.ts';
import { makeCleaner } from './anonymise-for-file.ts';
import { costInFile, type LessonPlace, type Selection, selectWithinBudget } from './budget.ts';
import type { Change } from './change.ts';
import { resolveInside } from './containment.ts';
import { narrowScope } from './context-files/audience.ts';
import {
  type Bridge,
  chooseDestinations,
  type Destination,
  type DestinationRequest,
} from './context-files/destinations.ts';
import { scopedFile } from './context-files/scoped-files.ts';
import { spareLines } from './earns-line.ts';
import { projectKey } from './markers.ts';
import { planContextFile } from './plan-file.ts';
import type { TellableLesson } from './render.ts';

/** The input of a plan. */
export interface DeliveryRequest extends DestinationRequest {
  /** The lessons found now, which are merged with those in memory. */
  lessons: readonly NewEntry[];
  /**
   * The ends of the sessions in which they were found, in milliseconds; if unknown, memory says which lessons are worth a line.
   */
  sessionEnds?: readonly number[];
  /** The current time. */
  now: Date;
  /** Removes home folders, other absolute paths and e-mail addresses from a text that others will see. */
  anonymise(text: string, options: { homes: string[] }): string;
  /** The tokens over all context files that one agent reads; 1,500 by default. */
  budget?: number;
  /** Deliver only lessons of at least this confidence. */
  minConfidence?: Confidence;
  /** Replace blocks that were edited by hand; the old text is in the undo record. */
  force?: boolean;
  /** The parts of the memory besides its file. */
  views?: MemoryViews;
  /** Changes the memory once the found lessons are in it, such as by rejecting some of them. */
  revise?(memory: Memory): Memory;
}

/** The parts of a memory besides its file, which are kept consistent with it. */
export interface MemoryViews {
  /** Adopts knowledge from elsewhere before found lessons are merged. */
  take(memory: Memory): Promise<{
    memory: Memory;
    notices: Notice[];
    /** Returns the changes that make other files show the memory. */
    show(after: Memory): Promise<Change[]>;
  }>;
}

/** The changes to be written. Nothing is written until `applyPlan`. */
export interface DeliveryPlan {
  projectRoot: string;
  changes: Change[];
  /**
   * The reasons why files cannot be changed: broken markers, edits by hand, links that lead away. With any of them nothing is
   * applied.
   */
  refusals: AppError[];
  /** Every current lesson, with its permanent id. */
  lessons: MemoryEntry[];
  /** Ids of the lessons in context files, best first. */
  delivered: string[];
  /** Context files with the ids in each. */
  places: { path: string; ids: string[] }[];
  /** Ids of lessons that are ready, but do not fit the budget. */
  leftOut: string[];
  /** Ids of lessons that the user's own files tell in every project. */
  everywhere: string[];
  /** The tokens of the delivered lessons, headings included. */
  tokens: number;
  /** Ids that are new in memory, that changed in it, and that only memory still has. */
  added: string[];
  updated: string[];
  keptFromMemory: string[];
  notices: Notice[];
}

/** Decides what to write where. Reads the files; writes nothing. */
export async function planDelivery(request: DeliveryRequest): Promise<DeliveryPlan> {
  await resolveInside(join(request.projectRoot, MEMORY_FOLDER, MEMORY_FILE), request.projectRoot);
  const loaded = await loadMemory(request.projectRoot);
  const taken = await request.views?.take(loaded);
  const finds = request.sessionEnds ? spareLines(request.lessons, request.sessionEnds) : request.lessons;
  const merged = mergeAndRevise(taken?.memory ?? loaded, finds, request);
  const destinations = await chooseDestinations(request);
  const toldEverywhere = await findToldEverywhere(request);
  const { selection, homeless, files } = chooseLessons(merged.lessons, { ...request, destinations, toldEverywhere });
  const plan: DeliveryPlan = {
    projectRoot: request.projectRoot,
    changes: [...(await planMemory(merged.memory, request.projectRoot)), ...((await taken?.show(merged.memory)) ?? [])],
    refusals: [],
    lessons: merged.lessons,
    delivered: selection.delivered.map((lesson) => lesson.id),
    places: [...selection.byFile].map(([path, lessons]) => ({ path, ids: lessons.map(({ id }) => id) })),
    leftOut: selection.leftOut.map((lesson) => lesson.id),
    tokens: selection.tokens,
    everywhere: merged.lessons.filter(({ fingerprint }) => toldEverywhere.has(fingerprint)).map(({ id }) => id),
    added: merged.added,
    updated: merged.updated,
    keptFromMemory: merged.keptFromMemory,
    notices: [...merged.memory.notices, ...(taken?.notices ?? [])],
  };
  if (homeless.length > 0) plan.notices.push(homelessNotice(homeless));
  plan.notices.push(...merged.contradicted.map(contradictionNotice));
  plan.notices.push(
    ...noticeWithheld(merged.lessons.filter((lesson) => lesson.status === 'ready' && !isToldElsewhere(lesson))),
  );
  const placed = new Map<string, string>();
  for (const { file, clean } of files) {
    const project = file.isManyProjects
      ? { key: projectKey(request.projectRoot), folder: nameFolder(request) }
      : undefined;
    const lessons = selection.byFile.get(file.path) ?? [];
    const task = {
      file,
      clean,
      lessons,
      taken: placed,
      force: request.force ?? false,
      project,
    };
    await planContextFile(task, plan);
  }
  for (const { file, bridges = [] } of destinations)
    if (selection.byFile.get(file.path)?.length) for (const bridge of bridges) planBridge(bridge, plan);
  plan.notices.push(...olderNotices(destinations, plan));
  return plan;
}

/** Merges lessons into memory. After a revision they are merged again, because others may take the place of a rejected one. */
function mergeAndRevise(before: Memory, finds: readonly NewEntry[], { now, revise }: DeliveryRequest): MergeResult {
  const merged = mergeLessons(before, finds, now);
  if (!revise) return merged;
  const again = mergeLessons(revise(merged.memory), finds, now);
  const left = new Set(again.lessons.map(({ id }) => id));
  return { ...again, added: [...merged.added.filter((id) => left.has(id)), ...again.added] };
}

/** The input that decides which lessons are delivered, and where. */
export interface ChoiceRequest
  extends Omit<
    DeliveryRequest,
    'lessons' | 'sessionEnds' | 'force' | 'agents' | 'known' | 'targets' | 'env' | 'folders'
  > {
  /** The files that can receive them. */
  destinations: readonly Destination[];
  /** Fingerprints of lessons that the user's own files tell in every project. */
  toldEverywhere?: ReadonlySet<string>;
}

async function findToldEverywhere({ home, env }: Pick<DeliveryRequest, 'home' | 'env'>): Promise<ReadonlySet<string>> {
  // An unreadable memory is reported where it is changed; here it contributes nothing.
  const memory = await loadUserMemory(findOwnFolders({ home, env }).config).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  return new Set(memory?.entries.filter(isToldEverywhere).map(({ fingerprint }) => fingerprint));
}

/** A destination with a function that removes what others must not see. */
type CleanDestination = Destination & { clean: (text: string) => string };

/**
 * Returns the lessons that are ready, of sufficient confidence and worth their place, and the files that receive them. Reads
 * nothing.
 */
export function chooseLessons(
  lessons: readonly (Lesson & Partial<Pick<MemoryEntry, 'promoted' | 'vouched' | 'validated'>>)[],
  request: ChoiceRequest,
): {
  selection: Selection;
  /** Ready lessons that no file accepts. */
  homeless: Lesson[];
  files: CleanDestination[];
} {
  const ready = lessons.filter(
    (lesson): lesson is Tellable<(typeof lessons)[number]> =>
      // A lesson promoted to a rule or a hook is told there: agents would be told twice.
      lesson.status === 'ready' &&
      !isToldElsewhere(lesson) &&
      !isToldOnMatch(lesson) &&
      !request.toldEverywhere?.has(lesson.fingerprint) &&
      isAtLeast(lesson.confidence, request.minConfidence ?? 'low') &&
      isTellable(lesson),
  );
  const files = addScopedFiles(request.destinations, ready, request.projectRoot).map((destination) => ({
    ...destination,
    clean: makeCleaner(destination.file, request),
  }));
  const placesOf = (lesson: TellableLesson): LessonPlace[] =>
    files
      .filter(({ takes }) => takes(lesson))
      .map((destination) => describePlace(lesson, destination, nameFolder(request)));
  const isHoused = (lesson: Lesson) => files.some(({ takes }) => takes(lesson));
  const selection = selectWithinBudget(
    ready.filter(isHoused),
    request.budget ?? DEFAULTS.budget,
    request.now,
    placesOf,
  );
  return { selection, homeless: ready.filter((lesson) => !isHoused(lesson)), files };
}

function describePlace(
  lesson: TellableLesson,
  { file, readers, clean }: CleanDestination,
  folder: string,
): LessonPlace {
  const { path, mostTokens, isManyProjects } = file;
  const cost = costInFile(lesson, path, clean, isManyProjects ? folder : undefined);
  return { file: path, readers, ...cost, mostTokens };
}

/** Adds files for lessons about parts of the project, if all readers of a file have such files. */
function addScopedFiles(
  destinations: readonly Destination[],
  lessons: readonly Lesson[],
  projectRoot: string,
): Destination[] {
  const scopes = new Map(
    lessons.flatMap((lesson) => [narrowScope(lesson) ?? []].map((globs) => [globs.join('\n'), globs] as const)),
  );
  scopes.delete('');
  const added = new Map<string, Destination>();
  const others = destinations.map((destination): Destination => {
    const { scoped } = destination;
    if (!scoped) return destination;
    for (const { reader, rules } of scoped) {
      for (const [key, globs] of scopes) {
        const file = scopedFile(rules, globs, projectRoot);
        const takes = (lesson: Lesson) => destination.takes(lesson) && narrowScope(lesson)?.join('\n') === key;
        added.set(file.path, { file, readers: [reader], takes });
      }
    }
    return { ...destination, takes: (lesson) => destination.takes(lesson) && narrowScope(lesson) === undefined };
  });
  return [...others.filter(({ file }) => !added.has(file.path)), ...added.values()];
}

/** Returns the name of the project in a file of many. */
function nameFolder({ projectRoot, home }: Pick<DeliveryRequest, 'projectRoot' | 'home'>): string {
  return isInside(projectRoot, home) ? `~/${relative(home, projectRoot).replaceAll('\\', '/')}` : projectRoot;
}

/**
 * Plans the memory file and, with a new folder, the file that hides it from git. The user's own `.gitignore` is never changed.
 */
export async function planMemory(memory: Memory, projectRoot: string): Promise<Change[]> {
  const { graveyard } = memory;
  const changes = [
    {
      path: memory.path,
      root: projectRoot,
      before: memory.original,
      after: renderMemory(memory),
      kind: 'memory' as const,
    },
    {
      path: graveyard.path,
      root: projectRoot,
      before: graveyard.original,
      after: renderGraveyard(graveyard),
      kind: 'memory' as const,
    },
  ].filter(({ before, after }) => after !== (before ?? ''));
  const folder = join(projectRoot, MEMORY_FOLDER);
  if (changes.length === 0 || (await exists(folder))) return changes;
  return [
    {
      path: join(folder, '.gitignore'),
      root: projectRoot,
      before: undefined,
      after: HIDDEN_FOLDER,
      kind: 'ignore-file',
    },
    ...changes,
  ];
}

function contradictionNotice(id: string): Notice {
  const message = `${id} was confirmed, but what it calls wrong works by now. hardwon why ${id} shows the calls; hardwon reject ${id} takes it out`;
  return { code: 'contradicted', message };
}

/** Plans a file that does not exist yet: its text belongs to the user from then on. */
function planBridge({ file: { path, root }, text, reason }: Bridge, plan: DeliveryPlan): void {
  plan.changes.push({ path, root, before: undefined, after: text, kind: 'context' });
  plan.notices.push({ code: 'not-read', message: reason });
}

/**
 * Returns notices about files that an older version of an agent does not read; only when something is written, and not each time.
 */
function olderNotices(destinations: readonly Destination[], { changes }: DeliveryPlan): Notice[] {
  const written = new Set(changes.map(({ path }) => path));
  return destinations
    .filter(({ file }) => written.has(file.path))
    .flatMap(({ file, olderVersions = [] }) =>
      olderVersions.map((message): Notice => ({ code: 'not-read', message, path: file.path })),
    );
}

function homelessNotice(lessons: readonly Lesson[]): Notice {
  const ids = lessons.map((lesson) => lesson.id).join(', ');
  return { code: 'no-file', message: `no context file takes ${ids}: they are in memory only` };
}
