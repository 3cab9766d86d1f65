import type { Library } from '../app/history/session-history.ts';
import type { ProjectReport } from '../app/learn/learn-report.ts';
import type { Findings } from '../lessons/distil-project.ts';
import type { SessionFigures } from '../lessons/figures.ts';
import type { PastRun } from '../loop/run/history.ts';
import type { Tombstone } from '../memory/tombstones.ts';
import type { Project } from '../sessions/projects/project.ts';
import type { SessionSummary } from '../sessions/read.ts';
import type { RefreshReport } from '../sessions/refresh.ts';
import { AppError } from '../shared/errors.ts';
import { Lease } from './lease.ts';
import type { MadePicture, PictureMaker, PicturePart } from './make-picture.ts';

/** A project with the lessons of its sessions and the changes that would be written. */
export interface PicturedProject {
  project: Project;
  findings: Findings;
  report: ProjectReport;
  /** Its sessions with calls, newest first. */
  sessions: PicturedSession[];
  /** Lessons that were removed from its memory; absent if there are none. */
  tombstones?: Tombstone[];
  /** Set for the user's own memory: lessons that hold in every project, without sessions. */
  isOwn?: true;
  /** Set while the first picture is made: only some sessions are there, and no lessons yet. */
  isUnfinished?: true;
}

/** A session with its figures. */
export interface PicturedSession extends SessionSummary {
  figures: SessionFigures;
}

/** All data that the page shows, as of one moment. */
export interface Shown {
  at: Date;
  projects: PicturedProject[];
  byId: ReadonlyMap<string, PicturedProject>;
  notices: string[];
  agents: { name: string; title: string }[];
  /** The runs of the learning loop, the oldest first. */
  runs: PastRun[];
}

/** The progress of reading. */
export interface ReadingProgress {
  /** Bytes of logs read. */
  done: number;
  /** Bytes of logs in total. */
  total: number;
  /** Projects whose sessions were mined, once all logs are read. */
  mined?: { done: number; total: number };
}

/** The data shown, kept in memory and up to date. Responses are made from it without disk access. */
export class Dashboard {
  readonly #maker: PictureMaker;
  readonly #library = new Lease<Library>((library) => library.close());
  readonly #listeners = new Set<() => void>();
  #shown: Shown | undefined;
  #work: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  #isClosed = false;
  #isPartial = false;
  /** The outcome of reading the logs of a part. */
  #partReport: RefreshReport | undefined;
  /** Opens the sessions of a part. */
  #opening: Promise<void> | undefined;
  /**
   * Starts at a value that no earlier server has reached: a page that outlives its server must not mistake one picture for
   * another.
   */
  version = Date.now();
  reading: ReadingProgress | undefined;
  problem: string | undefined;

  constructor(maker: PictureMaker) {
    this.#maker = maker;
  }

  /** The data shown now; throws an error before anything was read. */
  get shown(): Shown {
    if (this.#shown) return this.#shown;
    throw new AppError('conflict', this.problem ?? 'The sessions are still being read.', {
      hint: 'Try again in a moment.',
    });
  }

  get isReady(): boolean {
    return this.#shown !== undefined;
  }

  /** Whether only part of the sessions or of the lessons is shown, because the rest is still being read. */
  get isPartial(): boolean {
    return this.#isPartial;
  }

  /** Registers a listener for changes of the version or the progress. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the new parts of logs. Requests that arrive during a run are all served by the next one. */
  refresh(): Promise<void> {
    this.#waiting ??= this.#work.then(() => {
      this.#waiting = undefined;
      this.#work = this.#isClosed ? Promise.resolve() : this.#read().catch((error: unknown) => this.#fail(error));
      return this.#work;
    });
    return this.#waiting;
  }

  /** Reports that something changed that is shown beside the picture, such as a backtest. */
  touch(): void {
    this.version += 1;
    this.#announce();
  }

  /** Runs work with the sessions of the current picture, which stay open in the meantime. */
  async useLibrary<T>(work: (library: Library) => Promise<T>): Promise<T> {
    // Without a picture there are no sessions: this throws the error that says so.
    void this.shown;
    if (this.#isPartial) await this.#openPart();
    return this.#library.use(work);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listeners.clear();
    await this.#maker.close();
    await this.#work;
    await this.#opening?.catch(() => {});
    this.#library.replace(undefined);
  }

  async #read(): Promise<void> {
    const { library, ...made } = await this.#maker.make(
      (progress) => this.#tell(progress),
      (part) => this.#showPart(part),
    );
    this.#library.replace(library);
    if (this.#isPartial || this.#isNews(made)) this.version += 1;
    this.#isPartial = false;
    this.#opening = undefined;
    this.#shown = { ...made, byId: new Map(made.projects.map((each) => [each.project.id, each])) };
    this.problem = undefined;
    this.reading = undefined;
    this.#announce();
  }

  #isNews({ projects, notices, agents, runs }: Omit<MadePicture, 'library'>): boolean {
    const before = this.#shown;
    if (before?.projects.length !== projects.length) return true;
    const told = (each: Pick<Shown, 'notices' | 'agents' | 'runs'>) =>
      JSON.stringify([each.notices, each.agents, each.runs]);
    return (
      told(before) !== told({ notices, agents, runs }) ||
      projects.some((each, index) => each !== before.projects[index])
    );
  }

  /** At the first reading, sessions and projects are shown as they become known, together with the progress. */
  #showPart({ reading, report, ...part }: PicturePart): void {
    if ((this.#shown && !this.#isPartial) || this.#isClosed) return;
    this.#isPartial = true;
    this.#partReport = report;
    this.#shown = { ...part, byId: new Map(part.projects.map((each) => [each.project.id, each])) };
    this.reading = reading;
    this.version += 1;
    this.#announce();
  }

  /** Opens the sessions of a part when somebody asks for one: once, because the index shows what is added later. */
  #openPart(): Promise<void> {
    const report = this.#partReport;
    if (!report)
      throw new AppError('conflict', 'The sessions are still being read.', { hint: 'Try again in a moment.' });
    this.#opening ??= this.#maker.open(report).then((library) => {
      if (this.#isPartial && !this.#isClosed) this.#library.replace(library);
      else library.close();
    });
    return this.#opening;
  }

  #tell(progress: ReadingProgress): void {
    // Once the page shows everything, the progress of reading a few new lines is not worth reporting.
    if (this.#shown && !this.#isPartial) return;
    this.reading = progress;
    this.#announce();
  }

  #fail(error: unknown): void {
    this.problem = error instanceof Error ? error.message : String(error);
    this.reading = undefined;
    this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
