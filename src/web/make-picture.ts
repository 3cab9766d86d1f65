import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfiguredRequest } from '../app/configured-request.ts';
import { hashParts, type Library, openLibrary } from '../app/history/session-history.ts';
import { learnProject, placeProjects } from '../app/learn/learn-project.ts';
import type { ProjectReport } from '../app/learn/learn-report.ts';
import { addLiveCounts } from '../app/learn/live-counts.ts';
import { listDecidingFiles } from '../delivery/context-files/readings.ts';
import type { Findings } from '../lessons/distil-project.ts';
import { readHistory } from '../loop/run/history.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../memory/memory.ts';
import { TOMBSTONE_FILE } from '../memory/tombstones.ts';
import type { Project } from '../sessions/projects/project.ts';
import { keyOf, type SessionSummary } from '../sessions/read.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { pictureOwnMemory } from './own-memory.ts';
import type { PicturedProject, ReadingProgress, Shown } from './picture.ts';

/** The data shown, with the sessions behind it. */
export interface MadePicture extends Omit<Shown, 'byId'> {
  /** Open; the receiver must close it. */
  library: Library;
}

/** Makes pictures of the data to show. In two successive pictures, an unchanged project is the same object. */
export interface PictureMaker {
  /** Reads the new parts of logs. */
  make(onProgress: (progress: ReadingProgress) => void): Promise<MadePicture>;
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

/** Makes pictures incrementally: projects whose sessions and files are unchanged are not computed again. */
export class StepwiseMaker implements PictureMaker {
  readonly #request: () => Promise<ConfiguredRequest>;
  readonly #hasOwn: boolean;
  readonly #kept = new Map<string, Kept>();
  #before: readonly PicturedProject[] = [];

  /**
   * The request is built anew each time, because time passes and the configuration may change. `hasOwn`: whether pictures include
   * the user's own memory.
   */
  constructor(request: () => Promise<ConfiguredRequest>, { hasOwn = false }: { hasOwn?: boolean } = {}) {
    this.#request = request;
    this.#hasOwn = hasOwn;
  }

  async make(onProgress: (progress: ReadingProgress) => void): Promise<MadePicture> {
    const request = await this.#request();
    const library = await openLibrary({ ...request, onProgress: (done, total) => onProgress({ done, total }) });
    try {
      const [resolved, listed, openings] = await Promise.all([library.projects(), library.listSessions(), library.openings()]);
      // A clone without sessions gets those of its remote, and is written to, as with `hardwon learn` there.
      const projects = placeProjects(resolved, request.project ?? request.cwd);
      const sessions = listed.map((session) => withTitle(session, openings));
      const { bytes } = library.read;
      const pictured: PicturedProject[] = [];
      for (const project of projects) {
        const mined = { done: pictured.length, total: projects.length };
        onProgress({ done: bytes, total: bytes, mined });
        pictured.push(this.#known(await this.#picture(project, sessions, library, request)));
      }
      const own = this.#hasOwn ? await pictureOwnMemory(request) : undefined;
      if (own) pictured.push(this.#known(own));
      this.#before = pictured;
      return {
        at: request.now,
        projects: pictured,
        notices: library.notices,
        agents: library.read.agents.filter(({ files }) => files > 0).map(({ name, title }) => ({ name, title })),
        runs: await readHistory(findOwnFolders(request).data),
        library,
      };
    } catch (error) {
      library.close();
      throw error;
    }
  }

  async close(): Promise<void> {}

  /** Returns the project as it was shown before if nothing about it has changed. */
  #known(pictured: PicturedProject): PicturedProject {
    const before = this.#before.find(({ project }) => project.id === pictured.project.id);
    const isSame =
      before?.findings === pictured.findings &&
      (['project', 'report', 'sessions'] as const).every(
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
    const wanted = new Set(project.sessions);
    const own = sessions.filter(({ session, calls }) => calls > 0 && wanted.has(session));
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
      report: withCounts(planned, request),
      sessions: own
        .flatMap((session) => {
          const counted = figures.get(keyOf(session));
          return counted ? [{ ...session, figures: counted }] : [];
        })
        .sort((a, b) => (b.figures.lastAt ?? 0) - (a.figures.lastAt ?? 0)),
    };
  }
}

/** A session without a title from its agent is named after the first message of the person. */
function withTitle(session: SessionSummary, openings: ReadonlyMap<string, string>): SessionSummary {
  const [line = ''] = (openings.get(keyOf(session)) ?? '').trim().split('\n');
  if (session.title || line === '') return session;
  return { ...session, title: line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE)}…` : line };
}

const LONGEST_TITLE = 120;

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
