import { type Casebook, openCasebook } from '../../cases/casebook.ts';
import { readCaseHistory } from '../../cases/read-history.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import { readInstructions } from '../../lifecycle/capture/instruction-files.ts';
import type { InstructionRule } from '../../lifecycle/capture/refusals/known-rules.ts';
import type { MemoryEntry, NewEntry } from '../../memory/entry-lesson.ts';
import { loadMemory } from '../../memory/memory.ts';
import type { Project } from '../../sessions/projects/project.ts';
import { AppError } from '../../shared/errors.ts';
import { quoteWord } from '../../shared/quote-word.ts';
import { recountTaught } from '../../verify/recount.ts';
import type { ConfiguredRequest } from '../configured-request.ts';
import { openLibrary } from '../history/open-library.ts';
import type { Library } from '../history/session-history.ts';
import { chooseProjects } from '../learn/choose-projects.ts';
import { makePlan } from '../learn/learn-project.ts';
import { findCovered } from './covered.ts';

/** The casebook of a project with the lessons that are known. */
export interface ProjectCases {
  project: Project;
  book: Casebook;
  /** Lessons of the project's memory and of its sessions, as numbered by memory. */
  lessons: readonly MemoryEntry[];
  /** The rules in its context files. */
  instructions: readonly InstructionRule[];
  /** The lesson that covers a case, by the case's id. */
  covered: ReadonlyMap<string, Lesson>;
}

/** Opens the casebook of the project that a request is about. */
export async function openProjectCases(request: ConfiguredRequest): Promise<ProjectCases> {
  const library = await openLibrary(request);
  try {
    const { projects, nothing } = await chooseProjects(await library.projects(), request);
    const [project] = projects;
    if (!project) {
      const near = nothing?.near.map((folder) => `--project ${quoteWord(folder)}`).join(', or ');
      throw new AppError('not-found', `There are no sessions for ${nothing?.folder ?? request.cwd}.`, {
        hint: near ? `Did you mean ${near}?` : 'hardwon projects lists the folders that have sessions.',
      });
    }
    return await openCasesOf(project, library, request);
  } finally {
    library.close();
  }
}

/** A casebook, with what stands in files. */
export interface OpenedBook {
  book: Casebook;
  instructions: readonly InstructionRule[];
  /** The lessons of teachers, as counted by the cases now. */
  taught: readonly NewEntry[];
}

/** Opens the casebook of a project whose sessions are open. */
export async function openBook(project: Project, library: Library): Promise<OpenedBook> {
  const history = await readCaseHistory(project, await library.timeline(project), (keys) => library.readSessions(keys));
  const instructions = project.exists ? await readInstructions(project.root) : [];
  // What is wrong with a memory is said where it is written.
  const { entries } = await loadMemory(project.root).catch((error: unknown) => {
    if (error instanceof AppError) return { entries: [] };
    throw error;
  });
  // A teacher sees every cause anew, but for what people wrote or accepted and teachers said.
  const told = entries.filter((entry) => entry.status === 'ready' && isGiven(entry));
  const book = openCasebook(history, [
    ...instructions.map(({ file, line, text }) => ({ where: `${file}:${line}`, text })),
    ...told.map(({ id, guidance }) => ({ where: id, text: guidance })),
  ]);
  return { book, instructions, taught: recountTaught(entries, book) };
}

/** Opens the cases of a project whose sessions are open, with the lessons that are known. */
export async function openCasesOf(
  project: Project,
  library: Library,
  request: ConfiguredRequest,
): Promise<ProjectCases> {
  const { book, instructions, taught } = await openBook(project, library);
  const findings = await library.findings(project);
  const { lessons } = await makePlan(project, findings, request, taught);
  return { project, book, lessons, instructions, covered: findCovered(book.cases, lessons) };
}

/** Whether a person or a teacher gave a lesson, and not a rule that found it in sessions. */
function isGiven({ origin, validated }: MemoryEntry): boolean {
  return validated !== undefined || (origin !== undefined && origin !== '');
}
