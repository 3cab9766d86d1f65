import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfiguredRequest } from '../app/configured-request.ts';
import { openLibrary, reopenLibrary } from '../app/history/open-library.ts';
import { hashParts, type Library } from '../app/history/session-history.ts';
import { learnProject } from '../app/learn/learn-project.ts';
import type { ProjectReport } from '../app/learn/learn-report.ts';
import { addLiveCounts } from '../app/learn/live-counts.ts';
import { listDecidingFiles } from '../delivery/context-files/readings.ts';
import type { Findings } from '../lessons/distil-project.ts';
import { readHistory } from '../loop/run/history.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../memory/memory.ts';
import { parseGraveyard, TOMBSTONE_FILE } from '../memory/tombstones.ts';
import type { Project } from '../sessions/projects/project.ts';
import { keyOf, type SessionSummary } from '../sessions/read.ts';
import type { RefreshReport } from '../sessions/refresh.ts';
import { readTextFile } from '../shared/files.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { pictureOwnMemory } from './own-memory.ts';
import { PartialPicture } from './partial-picture.ts';
import type { PicturedProject, ReadingProgress, Shown } from './picture.ts';
import { byTime, listOwn, listTitled, placeInTurn } from './picture-sessions.ts';

/** The data shown, with the sessions behind it. */
export interface MadePicture extends Omit<Shown, 'byId'> {
  /** Open; the receiver must close it. */
  library: Library;
}

/** The part of a picture that is known while the rest is made. */
export interface PicturePart extends Omit<MadePicture, 'library'> {
  /** The progress at that moment. */
  reading: ReadingProgress;
  /** The outcome of reading so far, with which the sessions can be opened; absent if the index is not in a file. */
  report?: RefreshReport;
}

/** Makes pictures of the data to show. In two successive pictures, an unchanged project is the same object. */
export interface PictureMaker {
  /** Reads the new parts of logs. `onPart` gets the projects that are known so far. */
  make(onProgress: (progress: ReadingProgress) => void, onPart?: (part: PicturePart) => void): Promise<MadePicture>;
  /** Opens the sessions of a part; the receiver must close them. */
  open(report: RefreshReport): Promise<Library>;
  /** Ends everything it has running. */
  close(): Promise<void>;
}

interface Kept {
  key: string;
  findings: Findings;
  /** The state of the files that its report depends on. */
  stamp: string;
  files: string[];
  report: ProjectReport;
}

/** Options for making pictures. */
export interface StepwiseOptions {
  /** Whether pictures include the user's own memory. */
  hasOwn?: boolean;
  /**
   * For the first picture: the time in milliseconds after which a part is made while logs are still being read. If absent, there is
   * none before all of them are read.
   */
  partAfter?: number;
}

/** The usual value of `partAfter`: a shorter reading shows nothing in between. */
export const PART_AFTER = 600;

/** Makes pictures incrementally: projects whose sessions and files are unchanged are not computed again. */
export class StepwiseMaker implements PictureMaker {
  readonly #request: () => Promise<ConfiguredRequest>;
  readonly #options: StepwiseOptions;
  readonly #kept = new Map<string, Kept>();
  #before: readonly PicturedProject[] = [];

  /** The request is built anew each time, because time passes and the configuration may change. */
  constructor(request: () => Promise<ConfiguredRequest>, options: StepwiseOptions = {}) {
    this.#request = request;
    this.#options = options;
  }

  async make(
    onProgress: (progress: ReadingProgress) => void,
    onPart: (part: PicturePart) => void = () => {},
  ): Promise<MadePicture> {
    const request = await this.#request();
    const { partAfter, hasOwn = false } = this.#options;
    const partial = partAfter === undefined || this.#before.length > 0 ? undefined : new PartialPicture(partAfter);
    let reading: ReadingProgress = { done: 0, total: 0 };
    const tellRead = (done: number, total: number) => {
      reading = { done, total };
      onProgress(reading);
    };
    const showRead = async (soFar: () => Promise<Library>) => {
      if (!partial?.isDue) return;
      const read = await soFar();
      const projects = await partial.update(read, request);
      // Notices about logs follow when all of them are read.
      if (projects.length > 0) onPart({ ...(await describe(read, request)), notices: [], projects, reading });
    };
    const library = await openLibrary({ ...request, onProgress: tellRead }, partial ? showRead : undefined);
    try {
      const { projects, inTurn } = await placeInTurn(library, request);
      const sessions = await listTitled(library);
      const { report, ...about } = await describe(library, request);
      const made = new Map<string, PicturedProject>();
      // Until a project is made, it stays as it was shown while the logs were read.
      const unfinished = new Map(projects.map((project) => [project.id, partial?.picture(project, sessions)]));
      const ordered = () => projects.flatMap(({ id }) => made.get(id) ?? unfinished.get(id) ?? []);
      const { bytes } = library.read;
      const mined = () => ({ done: bytes, total: bytes, mined: { done: made.size, total: projects.length } });
      const showPart = () => onPart({ ...about, report, projects: ordered(), reading: mined() });
      if (ordered().length > 0) showPart();
      else onProgress(mined());
      for (const project of inTurn) {
        made.set(project.id, this.#known(await this.#picture(project, sessions, library, request)));
        if (made.size < projects.length) showPart();
      }
      const own = hasOwn ? await pictureOwnMemory(request) : undefined;
      const pictured = [...ordered(), ...(own ? [this.#known(own)] : [])];
      this.#before = pictured;
      return { ...about, projects: pictured, library };
    } catch (error) {
      library.close();
      throw error;
    }
  }

  async open(report: RefreshReport): Promise<Library> {
    return reopenLibrary(await this.#request(), report);
  }

  async close(): Promise<void> {}

  /** Returns the project as it was shown before if nothing about it has changed. */
  #known(pictured: PicturedProject): PicturedProject {
    const before = this.#before.find(({ project }) => project.id === pictured.project.id);
    const isSame =
      before?.findings === pictured.findings &&
      (['project', 'report', 'sessions', 'tombstones'] as const).every(
        (name) => JSON.stringify(before[name]) === JSON.stringify(pictured[name]),
      );
    return isSame ? before : pictured;
  }

  async #picture(
    project: Project,
    sessions: readonly SessionSummary[],
    library: Library,
    request: ConfiguredRequest,
  ): Promise<PicturedProject> {
    const own = listOwn(project, sessions);
    const key = hashParts([
      project.folders,
      own.map(({ agent, session, calls, failed, endedAt }) => [agent, session, calls, failed, endedAt]),
    ]);
    const known = this.#kept.get(project.id);
    const findings = known?.key === key ? known.findings : await library.findings(project);
    const isSame = known?.key === key && known.stamp === stampOf(known.files);
    const files = isSame ? known.files : await listFiles(project, request);
    // The stamp is taken before the files are read, so that a change in the meantime is noticed next time.
    const stamp = isSame ? known.stamp : stampOf(files);
    const planned = isSame ? known.report : await learnProject(project, findings, request);
    this.#kept.set(project.id, { key, findings, files, stamp, report: planned });
    const figures = new Map(findings.sessions.map((each) => [keyOf(each), each]));
    return {
      project,
      findings,
      ...(await readTombstones(project)),
      report: withCounts(planned, request),
      sessions: own
        .flatMap((session) => {
          const counted = figures.get(keyOf(session));
          return counted ? [{ ...session, figures: counted }] : [];
        })
        .sort(byTime),
    };
  }
}

/** Returns what is shown beside the projects. */
async function describe(
  library: Library,
  request: ConfiguredRequest,
): Promise<Omit<PicturePart, 'projects' | 'reading'>> {
  return {
    at: request.now,
    notices: library.notices,
    agents: library.read.agents.filter(({ files }) => files > 0).map(({ name, title }) => ({ name, title })),
    runs: await readHistory(findOwnFolders(request).data),
    report: library.isKept ? library.report : undefined,
  };
}

/** Returns the lessons that were removed from the memory of a project. */
async function readTombstones({ root, exists }: Project): Promise<Pick<PicturedProject, 'tombstones'>> {
  if (!exists) return {};
  const path = join(root, MEMORY_FOLDER, TOMBSTONE_FILE);
  // A file that cannot be read is reported by the plan of the project.
  const text = await readTextFile(path).catch(() => undefined);
  const { stones } = parseGraveyard(text?.text, path);
  return stones.length === 0 ? {} : { tombstones: stones };
}

/** Adds the effect of lessons while agents worked. This comes last because hooks write it all the time. */
function withCounts(report: ProjectReport, request: ConfiguredRequest): ProjectReport {
  const whole = { schema: 1 as const, at: '', read: NOTHING_READ, projects: [report], notices: [] };
  return addLiveCounts(whole, request).projects[0] ?? report;
}

const NOTHING_READ = { files: 0, bytes: 0, badLines: 0, bad: [], unreadable: 0, agents: [] };

/** Returns the files that decide what would be written. */
async function listFiles({ root, exists }: Project, request: ConfiguredRequest): Promise<string[]> {
  if (!exists) return [];
  const { home, env, folders = {}, known } = request;
  return [
    join(root, MEMORY_FOLDER, MEMORY_FILE),
    join(root, MEMORY_FOLDER, TOMBSTONE_FILE),
    ...(await listDecidingFiles({ projectRoot: root, home, env, folders, known })),
  ];
}

function stampOf(files: readonly string[]): string {
  return files
    .map((path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat ? `${stat.size} ${stat.mtimeMs}` : '';
    })
    .join('\n');
}
