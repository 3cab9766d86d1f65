import { stat } from 'node:fs/promises';
import { basename, isAbsolute, relative } from 'node:path';
import type { ContextFile, ContextPlaces } from '../../agents/context.ts';
import type { LessonMode } from '../../config/config.ts';
import { isAtLeast } from '../../lessons/confidence.ts';
import type { Confidence } from '../../lessons/lesson.ts';
import { anchorsOfWords } from '../../lessons/triggers/anchors.ts';
import { WatchList } from '../../lessons/triggers/watch-list.ts';
import { loadMemory } from '../../memory/memory.ts';
import { isToldElsewhere } from '../../memory/promoted.ts';
import { isToldByHooks } from '../../memory/told-how.ts';
import { fixOf, isSavedFix } from '../../memory/tool-fixes/tool-fix.ts';
import { createRedactor } from '../../redaction/redact.ts';
import { removeFile, replaceCached } from '../../shared/files.ts';
import { isTellable, type Tellable } from '../../verify/verified.ts';
import { lessonValue } from '../budget.ts';
import { listReadings, readingFiles } from '../context-files/readings.ts';
import { listScopedFiles } from '../context-files/scoped-files.ts';
import { type Contradiction, isOpen } from '../journal/contradictions.ts';
import { projectKey } from '../markers.ts';
import { findOverride } from './choose-mode.ts';
import { compileLesson } from './compile-lesson.ts';
import { encodeSnapshot, type Keyed } from './encode.ts';
import { keptFacts, keptRecords, type MinedTrigger, minedRecords } from './own-records.ts';
import { snapshotPath } from './place.ts';
import type {
  LiveSettings,
  ReadFile,
  SnapshotHeader,
  UnexplainedCases,
  UnsolvedNote,
  WatchedFacts,
} from './snapshot.ts';

/** The input of a snapshot, besides the memory of the project. */
interface SnapshotRequest extends ContextPlaces {
  /** Every folder that belongs to the project; `projectRoot` is the main checkout. */
  projectFolders: readonly string[];
  /** hardwon's cache folder. */
  cacheDir: string;
  live: LiveSettings;
  /** Texts that look like secrets but are not. */
  allowed: readonly string[];
  now: Date;
  /** Include only lessons of at least this confidence. */
  minConfidence?: Confidence;
  /**
   * The results of this machine's own sessions for triggers, by the fingerprint of the lesson; those of the last snapshot if
   * absent.
   */
  mined?: ReadonlyMap<string, MinedTrigger>;
  /** Recurring failures that no lesson explains; those of the last snapshot if absent. */
  unsolved?: readonly UnsolvedNote[];
  /** What recurs without a lesson; as in the last snapshot if absent. */
  unexplained?: UnexplainedCases;
  /** Lessons that were wrong about a call that they stopped or rewrote, by their id: they do so no more. */
  contradicted?: ReadonlyMap<string, Contradiction>;
  /** The user's modes for single lessons. */
  overrides?: Readonly<Record<string, LessonMode>>;
}

/** Only a handful of lessons are told at the start of a session; more than this are never searched. */
const MOST_RANKED = 200;

/**
 * Writes the snapshot from which hooks answer: the ready lessons in the memory of a project as it is on disk now, and fixes that
 * agents saved, which are told only at their very error, as unconfirmed. Everything that changes lessons must call this. Returns
 * the path; undefined if there is no memory, and then there is no snapshot any more.
 */
export async function writeSnapshot(request: SnapshotRequest): Promise<string | undefined> {
  const { projectRoot, now, mined } = request;
  const path = snapshotPath(request.cacheDir, projectRoot);
  const memory = await loadMemory(projectRoot);
  if (memory.original === undefined) {
    await removeFile(path);
    return undefined;
  }
  const overrideOf = (id: string) => findOverride(request.overrides, basename(projectRoot), id);
  const ready = memory.entries
    .filter(
      (lesson) =>
        (isToldByHooks(lesson) || isSavedFix(lesson)) && isAtLeast(lesson.confidence, request.minConfidence ?? 'low'),
    )
    // A lesson with its own hook script is told by that script.
    .filter(({ promoted = '' }) => !promoted.includes('/hooks/hardwon-'))
    .filter((lesson): lesson is Tellable<typeof lesson> => isTellable(lesson) && overrideOf(lesson.id) !== 'off')
    .sort(
      (a, b) =>
        Number(a.reach === 'general') - Number(b.reach === 'general') || lessonValue(b, now) - lessonValue(a, now),
    );
  // Mined or imported lessons contain no secrets; one that a person wrote may contain one.
  const redactor = createRedactor({ allow: request.allowed });
  const texts = await redactor.redact(ready.map(({ guidance }) => guidance));
  const causes = await redactor.redact(ready.map((lesson) => fixOf(lesson)?.rootCause ?? ''));
  const recordOf = mined ? minedRecords(mined) : keptRecords(path);
  const lessons = ready.map((lesson, number) => {
    const own = overrideOf(lesson.id);
    return compileLesson(lesson, texts[number] ?? lesson.guidance, {
      isContradicted: isOpen(request.contradicted?.get(lesson.id), lesson.validated),
      cause: causes[number] ?? '',
      ...recordOf(lesson),
      own,
    });
  });
  const { size, mtimeMs } = await stat(memory.path);
  const header: SnapshotHeader = {
    root: projectRoot,
    folders: [...new Set([projectRoot, ...request.projectFolders])],
    memory: { path: memory.path, size, mtimeMs },
    live: request.live,
    reads: await listReads(request),
    watched: findWatched(lessons),
    ...keptFacts(path),
    ...(request.unsolved ? { unsolved: request.unsolved } : {}),
    ...(request.unexplained ? { unexplained: request.unexplained } : {}),
    // A promoted lesson is told at its new place, from the start of a session.
    ranked: [...lessons.keys()]
      .filter((number) => ready[number]?.status === 'ready' && !isToldElsewhere(ready[number]))
      .slice(0, MOST_RANKED),
  };
  await replaceCached(path, encodeSnapshot(header, lessons));
  return path;
}

/** Returns the context files of every agent, so that a hook knows what the agent has been told. */
async function listReads(request: SnapshotRequest): Promise<SnapshotHeader['reads']> {
  const { projectRoot } = request;
  const name = (path: string): string => {
    const way = relative(projectRoot, path);
    return way.startsWith('..') || isAbsolute(way) ? path : way;
  };
  const describe = (file: ContextFile & { unless?: readonly string[] }): ReadFile => ({
    path: name(file.path),
    unless: file.unless ? file.unless.map(name) : undefined,
    key: file.isManyProjects ? projectKey(projectRoot) : undefined,
  });
  const readings = await listReadings(request);
  const entries = readings.map(async ({ agent, context }): Promise<[string, ReadFile[]]> => {
    const scoped = context.scoped ? await listScopedFiles(context.scoped, projectRoot) : [];
    return [agent, [...readingFiles(context), ...scoped].map(describe)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns the facts about a session that the conditions of all lessons need. */
function findWatched(lessons: readonly Keyed[]): WatchedFacts {
  const list = new WatchList();
  for (const { lesson } of lessons) list.numberAll(lesson.conditions ?? []);
  const anchors = list.commands.map(anchorsOfWords);
  return {
    words: [...new Set(anchors.flatMap((words) => words ?? []))],
    anyCommand: anchors.some((words) => words === undefined),
    commands: list.commands,
    reads: list.reads,
    writes: list.writes || list.edits.length > 0,
    running: list.running ? true : undefined,
  };
}
