import type { CallText } from '../../agents/agent.ts';
import type { Findings } from '../../lessons/distil-project.ts';
import type { SessionFigures } from '../../lessons/figures.ts';
import type { Evidence } from '../../lessons/lesson.ts';
import type { RedactedValue } from '../../redaction/redacted.ts';
import { lazyRedactor } from '../../sessions/lazy-redactor.ts';
import { IN_MEMORY } from '../../sessions/open-store.ts';
import type { Project } from '../../sessions/projects/project.ts';
import { keyOf, type SessionKey, type SessionSummary, type TimeSpan } from '../../sessions/read.ts';
import type { Redact } from '../../sessions/redact-part.ts';
import type { RefreshReport } from '../../sessions/refresh.ts';
import type { SessionIndex } from '../../sessions/session-index.ts';
import type { SessionLog } from '../../sessions/session-log.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { hashText } from '../../shared/hash.ts';
import { build } from '../../shared/package.ts';
import { isTeacherFolder } from '../../shared/teacher-folder.ts';
import type { ReadFigures } from '../learn/learn-report.ts';
import type { DescribedProject } from './described-projects.ts';
import type { ProjectFindings } from './distil-sessions.ts';
import { loadRestater } from './load-restater.ts';
import { describeReading } from './notices.ts';
import { lookAround, type ProjectDisk } from './project-disk.ts';
import type { RecalledEvidence } from './recall-evidence.ts';
import type { LibraryRequest } from './request.ts';
import type { SessionMiner } from './session-miner.ts';

/** The times of the calls in a session. */
export interface SessionTimes {
  agent: string;
  session: string;
  calls?: number;
  /** The version of the agent, if its log has it. */
  version?: string | undefined;
  /** Milliseconds since 1970. */
  firstAt: number;
  lastAt: number;
}

/** All sessions of this machine, with their logs read up to now. */
export class Library {
  readonly #index: SessionIndex;
  readonly #report: RefreshReport;
  readonly #request: LibraryRequest;
  #sessions: Promise<SessionSummary[]> | undefined;
  #byId: SessionsById | undefined;
  /** Made once, because its rules take 2 ms to compile. */
  #redact: Redact | undefined;
  #projects: Promise<Project[]> | undefined;
  #times: Promise<SessionTimes[]> | undefined;
  /** The states from which sessions were mined. */
  #mined: Promise<Map<string, string>> | undefined;
  #miner: Promise<SessionMiner> | undefined;

  constructor(index: SessionIndex, report: RefreshReport, request: LibraryRequest) {
    this.#index = index;
    this.#report = report;
    this.#request = request;
  }

  /** The outcome of reading, for code that opens the same sessions elsewhere. */
  get report(): RefreshReport {
    return this.#report;
  }

  /** Whether the index is in a file, where others find it. */
  get isKept(): boolean {
    return this.#index.path !== IN_MEMORY;
  }

  /** Figures about the logs read. */
  get read(): ReadFigures {
    const { agents, bytesRead, badLines, bad, unreadable } = this.#report;
    return {
      files: agents.reduce((sum, agent) => sum + agent.files, 0),
      bytes: bytesRead,
      badLines,
      bad: [...bad],
      unreadable: unreadable.length,
      agents: agents.map(({ name, title, root, files }) => ({ name, title, root, files })),
    };
  }

  /** Notices about the logs read, and about those that could not be. */
  get notices(): string[] {
    return describeReading(this.#request, this.#report);
  }

  /** Returns every project that has sessions, the largest first. */
  projects(): Promise<Project[]> {
    this.#projects ??= this.#resolve();
    return this.#projects;
  }

  /** Returns the lessons in the sessions of a project; from the cache if nothing has changed. */
  async findings(project: Project): Promise<Findings> {
    const disk = lookAround(project, this.#request.home);
    const isTrue = ({ looked, packages }: ProjectFindings) =>
      looked.every(([path, wasThere]) => disk?.isThere(path) === wasThere) &&
      packages.every(([wanted, wasDeclared]) => disk?.declares(wanted) === wasDeclared);
    const known = await this.#recallFindings(project);
    return (known && isTrue(known) ? known : await this.#mine(project, disk)).findings;
  }

  /** Returns the figures of some sessions of a project, each on its own: without lessons, and without what other sessions show. */
  async figures(project: Project, sessions: readonly SessionSummary[]): Promise<SessionFigures[]> {
    return (await this.#openMiner()).figures(project, sessions);
  }

  async #mine(project: Project, disk: ProjectDisk | undefined): Promise<ProjectFindings> {
    const { distilSessions } = await import('./distil-sessions.ts');
    const miner = await this.#openMiner();
    const sessions = sessionsOfProject(project, await this.#sessionsById());
    const made = await distilSessions(miner.mine(project, sessions), sessions, disk);
    if (this.#isWhole) await this.#index.keepFindings(project.id, await this.#sourceOf(project), JSON.stringify(made));
    return made;
  }

  async #recallFindings(project: Project): Promise<ProjectFindings | undefined> {
    if (!this.#isWhole) return undefined;
    const text = await this.#index.findings(project.id, await this.#sourceOf(project));
    return text === undefined ? undefined : (JSON.parse(text) as ProjectFindings);
  }

  /** Whether whole sessions are requested: part of a session teaches something different. */
  get #isWhole(): boolean {
    const { since, until } = this.#span();
    return since === undefined && until === undefined;
  }

  /**
   * Returns a hash of everything that the findings of a project are computed from. For each session that is the state of the index
   * when it was last mined: a new session of another project changes nothing.
   */
  async #sourceOf(project: Project): Promise<string> {
    const states = await this.#minedStates();
    const sessions = sessionsOfProject(project, await this.#sessionsById())
      .filter(({ calls }) => calls > 0)
      .map((summary) => [
        summary.agent,
        summary.session,
        summary.version,
        states.get(keyOf(summary)) ?? this.#report.state,
      ]);
    return hashParts([build, project.root, project.folders, sessions]);
  }

  #minedStates(): Promise<Map<string, string>> {
    this.#mined ??= this.#index.minedStates(build);
    return this.#mined;
  }

  #openMiner(): Promise<SessionMiner> {
    this.#miner ??= this.#makeMiner();
    return this.#miner;
  }

  async #makeMiner(): Promise<SessionMiner> {
    const { SessionMiner } = await import('./session-miner.ts');
    return new SessionMiner({
      index: this.#index,
      span: this.#span(),
      restate: await loadRestater(findOwnFolders(this.#request).data),
      maker: build,
      keep: async (texts) => {
        if (!this.#isWhole || !(await this.#index.keepMined(texts, build, this.#report.state))) return;
        const states = await this.#minedStates();
        for (const key of texts) states.set(keyOf(key), this.#report.state);
      },
    });
  }

  /** Returns the sessions of a project in the order of their first calls; those without calls are left out. */
  async timeline(project: Project): Promise<SessionTimes[]> {
    this.#times ??= this.#index.times(this.#span());
    const wanted = new Set(project.sessions);
    const listed = new Map(
      (await this.listSessions()).map((session) => [`${session.agent}\n${session.session}`, session]),
    );
    return (await this.#times)
      .flatMap((times) => {
        const session = wanted.has(times.session) ? listed.get(`${times.agent}\n${times.session}`) : undefined;
        return session ? [{ ...times, calls: session.calls, version: session.version }] : [];
      })
      .sort((a, b) => a.firstAt - b.firstAt || a.session.localeCompare(b.session));
  }

  /** Yields sessions in the given order. */
  async *readSessions(sessions: readonly SessionTimes[]): AsyncIterable<RedactedValue<SessionLog>> {
    const restate = await loadRestater(findOwnFolders(this.#request).data);
    for await (const log of this.#index.stream(sessions, this.#span())) yield restate(log);
  }

  /** Returns the first message of a person in each session, by agent and session joined by a line break. */
  openings(): Promise<Map<string, string>> {
    return this.#index.openings();
  }

  /** Returns the calls and messages of one session. */
  readSession(key: SessionKey): Promise<RedactedValue<SessionLog>> {
    return this.#index.session(key, this.#span());
  }

  /** Returns the full text of a call, read again from its log and redacted; undefined if the log is gone or has changed. */
  recallText(agent: string, id: string): Promise<RedactedValue<CallText> | undefined> {
    this.#redact ??= lazyRedactor(this.#request.allowed);
    return this.#index.recall(id, this.#redact, agent);
  }

  async describeProjects(): Promise<DescribedProject[]> {
    const { describeWork } = await import('./described-projects.ts');
    return describeWork(await this.projects(), await this.listSessions());
  }

  /** Returns the calls behind evidence, read again from their logs. */
  async recall(evidence: readonly Evidence[]): Promise<RecalledEvidence[]> {
    const { recallEvidence } = await import('./recall-evidence.ts');
    return recallEvidence(this.#index, evidence);
  }

  close(): void {
    this.#index.close();
  }

  #span(): TimeSpan {
    const { since, until } = this.#request;
    return { since: since ? since.getTime() : undefined, until: until ? until.getTime() : undefined };
  }

  /** Returns every session of the requested agents and period, but for those in which an agent answered as a teacher. */
  listSessions(): Promise<SessionSummary[]> {
    this.#sessions ??= this.#index
      .sessions(this.#span())
      .then((sessions) => sessions.filter(({ cwds }) => !cwds.some(isTeacherFolder)));
    return this.#sessions;
  }

  /** Returns every session with its position in the list, by id: two agents may use the same one. */
  async #sessionsById(): Promise<SessionsById> {
    if (!this.#byId) {
      this.#byId = new Map();
      for (const [position, summary] of (await this.listSessions()).entries()) {
        const same = this.#byId.get(summary.session);
        if (same) same.push({ position, summary });
        else this.#byId.set(summary.session, [{ position, summary }]);
      }
    }
    return this.#byId;
  }

  async #placeSessions(): Promise<readonly SessionSummary[]> {
    const sessions = await this.listSessions();
    // Most users have no attempts, and every run gets here.
    if (!sessions.some(({ cwds }) => cwds.some((cwd) => /[\\/]loop[\\/]runs[\\/]/.test(cwd)))) return sessions;
    const { placeAttempts } = await import('./attempt-sessions.ts');
    return placeAttempts(sessions, findOwnFolders(this.#request).data);
  }

  async #resolve(): Promise<Project[]> {
    const { resolveProjects } = await import('../../sessions/projects/resolve.ts');
    const { home, cwd, join: globs, projectGlobs, project, all } = this.#request;
    const here = all ? {} : { here: project ?? cwd };
    return resolveProjects(await this.#placeSessions(), { projects: projectGlobs, join: globs, home, cwd, ...here });
  }
}

/** Returns a short hash of everything that a result depends on. */
export function hashParts(value: unknown): string {
  return hashText(JSON.stringify(value));
}

type SessionsById = Map<string, { position: number; summary: SessionSummary }[]>;

/** Returns the sessions of a project, in the order of the list. */
function sessionsOfProject(project: Project, byId: SessionsById): SessionSummary[] {
  const found = [...new Set(project.sessions)].flatMap((session) => byId.get(session) ?? []);
  return found.sort((a, b) => a.position - b.position).map(({ summary }) => summary);
}
