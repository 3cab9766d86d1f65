import { statSync } from 'node:fs';
import { join } from 'node:path';
import { listDecidingFiles } from '../delivery/context-files/readings.ts';
import { learnProject } from '../learn-project.ts';
import type { ProjectReport } from '../learn-report.ts';
import type { Findings } from '../lessons/distil-project.ts';
import type { SessionFigures } from '../lessons/figures.ts';
import { fingerprint, type Library, openLibrary } from '../library.ts';
import { addLiveCounts } from '../live-counts.ts';
import { type PastRun, readHistory } from '../loop/run/history.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../memory/memory.ts';
import { TOMBSTONE_FILE } from '../memory/tombstones.ts';
import type { ConfiguredRequest } from '../pipeline.ts';
import type { Project } from '../sessions/projects/project.ts';
import { keyOf, type SessionSummary } from '../sessions/read.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { Lease } from './lease.ts';
import { pictureOwnMemory } from './own-memory.ts';

/** A project with what its sessions teach and what would be written. */
export interface PicturedProject {
  project: Project;
  findings: Findings;
  report: ProjectReport;
  /** Its sessions that have calls, newest first. */
  sessions: PicturedSession[];
  /** It is the user's own memory: lessons without sessions, that hold in every project. */
  isOwn?: true;
}

/** A session with what was counted in it. */
export interface PicturedSession extends SessionSummary {
  figures: SessionFigures;
}

/** Everything that the page shows, as of one moment. */
export interface Shown {
  at: Date;
  projects: PicturedProject[];
  byId: ReadonlyMap<string, PicturedProject>;
  notices: string[];
  agents: { name: string; title: string }[];
  /** The runs of the learning loop, the oldest first. */
  runs: PastRun[];
}

interface Kept {
  key: string;
  findings: Findings;
  /** What the files looked like that its report depends on. */
  stamp: string;
  files: string[];
  report: ProjectReport;
}

/**
 * What is shown, kept in memory and brought up to date in steps: of projects whose sessions and files are as they were, nothing is worked
 * out again. Answers are made from it without touching a disk.
 */
export class Picture {
  readonly #request: () => Promise<ConfiguredRequest>;
  readonly #hasOwn: boolean;
  readonly #kept = new Map<string, Kept>();
  readonly #library = new Lease<Library>((library) => library.close());
  readonly #listeners = new Set<() => void>();
  #shown: Shown | undefined;
  #work: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  #isClosed = false;
  version = 0;
  reading: { done: number; total: number } | undefined;
  problem: string | undefined;

  /** The request is made anew each time: the clock goes on, and configuration may change. `hasOwn`: the user's own memory is in it. */
  constructor(request: () => Promise<ConfiguredRequest>, { hasOwn = false }: { hasOwn?: boolean } = {}) {
    this.#request = request;
    this.#hasOwn = hasOwn;
  }

  /** What is shown now; an error before anything was read. */
  get shown(): Shown {
    if (this.#shown) return this.#shown;
    throw new AppError('conflict', this.problem ?? 'The sessions are still being read.', { hint: 'Ask again in a moment.' });
  }

  get isReady(): boolean {
    return this.#shown !== undefined;
  }

  /** Is called whenever the version or the progress changes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads what is new. Of several that ask while it reads, the next run serves all. */
  refresh(): Promise<void> {
    this.#waiting ??= this.#work.then(() => {
      this.#waiting = undefined;
      this.#work = this.#isClosed ? Promise.resolve() : this.#read().catch((error: unknown) => this.#fail(error));
      return this.#work;
    });
    return this.#waiting;
  }

  /** Does something with the sessions of the present picture; they stay open meanwhile. */
  useLibrary<T>(work: (library: Library) => Promise<T>): Promise<T> {
    return this.#library.use(work);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listeners.clear();
    await this.#work;
    this.#library.replace(undefined);
  }

  async #read(): Promise<void> {
    const request = await this.#request();
    const library = await openLibrary({ ...request, onProgress: (done, total) => this.#tell(done, total) });
    try {
      const [projects, listed, openings] = await Promise.all([library.projects(), library.listSessions(), library.openings()]);
      const sessions = listed.map((session) => withTitle(session, openings));
      const pictured: PicturedProject[] = [];
      for (const project of projects) pictured.push(await this.#picture(project, sessions, library, request));
      const own = this.#hasOwn ? await pictureOwnMemory(request) : undefined;
      if (own) pictured.push(own);
      const runs = await readHistory(findOwnFolders(request).data);
      const changed = this.#isChanged(pictured, runs, library);
      this.#library.replace(library);
      this.#shown = {
        at: request.now,
        projects: pictured,
        byId: new Map(pictured.map((each) => [each.project.id, each])),
        notices: library.notices,
        agents: library.read.agents.filter(({ files }) => files > 0).map(({ name, title }) => ({ name, title })),
        runs,
      };
      this.problem = undefined;
      this.reading = undefined;
      if (changed) this.version += 1;
      this.#announce();
    } catch (error) {
      library.close();
      throw error;
    }
  }

  async #picture(
    project: Project,
    sessions: readonly SessionSummary[],
    library: Library,
    request: ConfiguredRequest,
  ): Promise<PicturedProject> {
    const wanted = new Set(project.sessions);
    const own = sessions.filter(({ session, calls }) => calls > 0 && wanted.has(session));
    const key = fingerprint([
      project.folders,
      own.map(({ agent, session, calls, failed, endedAt }) => [agent, session, calls, failed, endedAt]),
    ]);
    const known = this.#kept.get(project.id);
    const findings = known?.key === key ? known.findings : await library.findings(project);
    const isSame = known?.key === key && known.stamp === stampOf(known.files);
    const files = isSame ? known.files : await listFiles(project, request);
    // The stamp is taken before the files are read: what changes meanwhile is seen the next time.
    const stamp = isSame ? known.stamp : stampOf(files);
    const planned = isSame ? known.report : await learnProject(project, { findings: async () => findings }, request);
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

  #isChanged(projects: readonly PicturedProject[], runs: readonly PastRun[], library: Library): boolean {
    const before = this.#shown;
    if (before?.projects.length !== projects.length) return true;
    if (before.notices.join('\n') !== library.notices.join('\n')) return true;
    if (JSON.stringify(before.runs) !== JSON.stringify(runs)) return true;
    return projects.some((each, index) => {
      const old = before.projects[index];
      return old?.findings !== each.findings || JSON.stringify(old.report) !== JSON.stringify(each.report);
    });
  }

  #tell(done: number, total: number): void {
    // While the page shows something already, a few new lines are not worth a word.
    if (this.#shown) return;
    this.reading = { done, total };
    this.#announce();
  }

  #fail(error: unknown): void {
    this.problem = error instanceof Error ? error.message : String(error);
    this.reading = undefined;
    this.version += 1;
    this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A session that its agent gave no title is called by what the person said first. */
function withTitle(session: SessionSummary, openings: ReadonlyMap<string, string>): SessionSummary {
  const [line = ''] = (openings.get(keyOf(session)) ?? '').trim().split('\n');
  if (session.title || line === '') return session;
  return { ...session, title: line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE)}…` : line };
}

const LONGEST_TITLE = 120;

/** What came of its lessons while agents worked: hooks write it all the time, so it is added last. */
function withCounts(report: ProjectReport, request: ConfiguredRequest): ProjectReport {
  const whole = { schema: 1 as const, at: '', read: NOTHING_READ, projects: [report], notices: [] };
  return addLiveCounts(whole, request).projects[0] ?? report;
}

const NOTHING_READ = { files: 0, bytes: 0, badLines: 0, bad: [], unreadable: 0, agents: [] };

/** The files that decide what would be written. */
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
