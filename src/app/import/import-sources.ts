import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { agents } from '../../agents/registry.ts';
import type { ImportedLesson } from '../../memory/import-merge.ts';
import { MEMORY_FOLDER } from '../../memory/memory.ts';
import { noSection, offerSections, readBullets } from '../../memory/sources/bullets.ts';
import { findSources } from '../../memory/sources/find-sources.ts';
import { readHeadroom } from '../../memory/sources/headroom.ts';
import { findFault } from '../../memory/sources/lesson-texts.ts';
import type { SourceKind, SourceLesson, SourceReading } from '../../memory/sources/source.ts';
import { createRedactor } from '../../redaction/redact.ts';
import { AppError } from '../../shared/errors.ts';
import { isInside, readTextFile, resolveTarget } from '../../shared/files.ts';
import type { Surroundings } from '../../shared/surroundings.ts';
import type { FoundSource, OfferedSource } from './import-report.ts';

/** The places to look for lessons, and the kind to look for. */
export interface SourcesRequest extends Omit<Surroundings, 'cwd'> {
  /** Folders of agents, by name, that replace the usual ones. */
  folders?: Readonly<Record<string, string>>;
  /** Absolute paths of files. If empty, the project is searched. */
  files: readonly string[];
  /** Restricts the search to this kind of source. */
  from?: SourceKind;
  /** Restricts the search to the lists of these sections. */
  sections: readonly string[];
}

/** The contents of the files. */
interface FoundSources {
  sources: FoundSource[];
  /** Sections that seem to hold lessons but were not requested. */
  offered: OfferedSource[];
  /** The lessons as written in the files: not yet redacted. */
  lessons: ImportedLesson[];
  /** Files that were found but could not be read. */
  notices: string[];
}

/** A file to read. One that the user named must be readable; one that was found need not be. */
interface Candidate {
  path: string;
  isNamed: boolean;
}

/** Lists kept by people have tens of items, logs thousands. A longer list does not consist of lessons. */
const MOST_LESSONS = 500;
const LARGEST_FILE = 2 * 1024 * 1024;

/** Reads the named files, or all sources of the project. */
export async function readProjectSources(root: string, request: SourcesRequest): Promise<FoundSources> {
  const found: FoundSources = { sources: [], offered: [], lessons: [], notices: [] };
  const texts: string[] = [];
  for (const { path, isNamed } of await listFiles(root, request)) {
    const name = nameOf(path, root);
    try {
      const text = await readSmallFile(path);
      texts.push(text);
      const readings = readSources(text, path, request);
      for (const { kind, label, lessons, skipped } of readings) {
        const taken = keepUsable(lessons, skipped);
        const origin = `imported on ${request.now.toISOString().slice(0, 10)} from ${name} (${label})`;
        found.sources.push({
          path,
          name,
          kind,
          label,
          lessons: taken.length,
          skipped: skipped.toSorted((a, b) => a.line - b.line),
        });
        found.lessons.push(...taken.map((lesson) => ({ lesson, origin, source: name })));
      }
      if (request.from === undefined && request.sections.length === 0)
        for (const { title, ...offer } of offerSections(text))
          found.offered.push({ path, name, section: title, ...offer });
    } catch (error) {
      if (isNamed || !(error instanceof AppError)) throw error;
      found.notices.push(error.message);
    }
  }
  const missing = request.sections.length > 0 && found.sources.length === 0 ? request.sections[0] : undefined;
  if (missing !== undefined) throw noSection(missing, texts);
  return found;
}

/** Reads the lessons in a file; returns an empty list if it contains nothing known. */
function readSources(text: string, path: string, { from, sections }: SourcesRequest): SourceReading[] {
  if (text.includes('\0'))
    throw new AppError('unreadable', `${path} is not a text file`, { hint: 'Name a text file.' });
  if (sections.length > 0) return sections.flatMap((title) => readBullets(text, title) ?? []);
  return [(from === 'bullets' ? readBullets(text) : readHeadroom(text, path)) ?? []].flat();
}

/** Redacts every text of the lessons, before any is shown, compared or written. */
export async function redactLessons(
  lessons: readonly ImportedLesson[],
  allowed: readonly string[],
): Promise<ImportedLesson[]> {
  const redactor = createRedactor(allowed.length > 0 ? { allow: allowed } : {});
  const texts = lessons.flatMap(({ lesson, origin }) => [
    lesson.guidance,
    lesson.title ?? '',
    lesson.pattern ?? '',
    lesson.origin ?? '',
    lesson.trigger ? `${lesson.trigger.rule}\n${lesson.trigger.when ?? ''}` : '',
    (lesson.scope ?? []).join('\n'),
    origin,
  ]);
  const clean = await redactor.redact(texts);
  return lessons.map((found, index) => {
    const [guidance = '', title = '', pattern = '', before = '', trigger, scope = '', origin = ''] = clean.slice(
      index * 7,
    );
    const { lesson } = found;
    // A trigger that contained a secret would match nothing once redacted.
    const isSame = trigger === texts[index * 7 + 4];
    const { trigger: _trigger, ...rest } = lesson;
    return {
      ...found,
      origin,
      lesson: {
        ...rest,
        guidance,
        ...(title && { title }),
        ...(pattern && { pattern }),
        ...(before && { origin: before }),
        ...(scope && { scope: scope.split('\n') }),
        ...(lesson.trigger && isSame && { trigger: lesson.trigger }),
      },
    };
  });
}

async function listFiles(root: string, request: SourcesRequest): Promise<Candidate[]> {
  if (request.files.length === 0) {
    const places = { home: request.home, env: request.env, folders: request.folders ?? {}, projectRoot: root };
    const contexts = await Promise.all(agents.map(({ context }) => context?.(places)));
    const notes = contexts.flatMap((context) => context?.notes?.path ?? []).filter(existsSync);
    return [...(await findSources(root)), ...notes].map((path) => ({ path, isNamed: false }));
  }
  const memory = await resolveTarget(join(root, MEMORY_FOLDER));
  // Files in the memory folder are written from memory, and changes to them are merged without an import.
  for (const path of request.files)
    if (isInside(await resolveTarget(path), memory))
      throw new AppError('usage', `${path} is the memory of this project: there is nothing to import from it.`, {
        hint: 'Use --project to import it into another one.',
      });
  return request.files.map((path) => ({ path, isNamed: true }));
}

async function readSmallFile(path: string): Promise<string> {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_FILE)
    throw new AppError('unreadable', `${path} is larger than 2 MB, which is too large for a list of lessons`, {
      hint: 'Name a smaller file, or copy the lessons into one.',
    });
  const file = await readTextFile(path);
  if (!file)
    throw new AppError('not-found', `There is no file ${path}.`, {
      hint: 'Name a Markdown file.',
    });
  return file.text;
}

/** Removes items that cannot be lessons, and lists them in `skipped`. */
function keepUsable(lessons: readonly SourceLesson[], skipped: { line: number; reason: string }[]): SourceLesson[] {
  const kept: SourceLesson[] = [];
  for (const lesson of lessons) {
    const fault = findFault(lesson.guidance);
    if (kept.length === MOST_LESSONS) {
      skipped.push({
        line: lesson.line,
        reason: `this one and all after it are left out: the limit is ${MOST_LESSONS} lessons`,
      });
      break;
    }
    if (fault === undefined) kept.push(lesson);
    else skipped.push({ line: lesson.line, reason: fault });
  }
  return kept;
}

/** Returns a name for a file that is fit for a shared file: its path within the project, or else its last folders. */
function nameOf(path: string, root: string): string {
  if (isInside(path, root)) return relative(root, path).replaceAll('\\', '/');
  return `${basename(dirname(path))}/${basename(path)}`;
}
