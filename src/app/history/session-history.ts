import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, CallText, Places } from '../../agents/agent.ts';
import { chooseAgents } from '../../agents/choose-agents.ts';
import type { Restate } from '../../delivery/journal/restate.ts';
import type { Findings } from '../../lessons/distil-project.ts';
import type { Evidence } from '../../lessons/lesson.ts';
import type { RedactedValue } from '../../redaction/redacted.ts';
import { lazyRedactor } from '../../sessions/lazy-redactor.ts';
import { IN_MEMORY } from '../../sessions/open-store.ts';
import type { Project } from '../../sessions/projects/project.ts';
import type { SessionKey, SessionSummary, TimeSpan } from '../../sessions/read.ts';
import type { RefreshReport } from '../../sessions/refresh.ts';
import { openIndex, type SessionIndex } from '../../sessions/session-index.ts';
import type { SessionLog } from '../../sessions/session-log.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { hashText } from '../../shared/hash.ts';
import { build } from '../../shared/package.ts';
import type { PackageName } from '../../shell/packages.ts';
import type { ReadFigures } from '../learn/learn-report.ts';
import type { DescribedProject } from './described-projects.ts';
import { describeReading } from './notices.ts';
import { lookAround, type ProjectDisk } from './project-disk.ts';
import type { RecalledEvidence } from './recall-evidence.ts';
import type { LibraryRequest } from './request.ts';
import { startReadingThreads } from './start-reading-threads.ts';

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

/** Findings, and the state of the disk when they were made. */
interface KeptFindings {
  findings: Findings;
  looked: [path: string, isThere: boolean][];
  /** Packages that lessons would have fetched, and whether the project declared them. */
  packages: [wanted: PackageName, isDeclared: boolean][];
}

/** All sessions of this machine, with their logs read up to now. */
export class Library {
  readonly #index: SessionIndex;
  readonly #report: RefreshReport;
  readonly #request: LibraryRequest;
  readonly #looked = new Set<string>();
  readonly #manifests = new Set<string>();
  #sessions: Promise<SessionSummary[]> | undefined;
  #projects: Promise<Project[]> | undefined;
  #times: Promise<SessionTimes[]> | undefined;

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
    const key = `findings ${project.id} ${hashParts([project.folders, project.sessions, this.#span()])}`;
    const disk = project.exists && !project.container ? lookAround(project.root, this.#request.home) : undefined;
    const known = await this.recallResult<KeptFindings>(key);
    const isSame =
      known?.looked.every(([path, wasThere]) => disk?.isThere(path) === wasThere) &&
      known.packages.every(([wanted, wasDeclared]) => disk?.declares(wanted) === wasDeclared);
    const { findings, looked } = known && isSame ? known : await this.#mine(project, disk, key);
    for (const [path] of looked) if (disk) this.#looked.add(disk.locate(path));
    for (const path of disk?.manifests() ?? []) this.#manifests.add(path);
    return findings;
  }

  /** Files and folders that the findings returned so far depend on: on their existence, not their content. */
  get looked(): readonly string[] {
    return [...this.#looked];
  }

  /** Manifests that the findings returned so far depend on, including their content. */
  get manifests(): readonly string[] {
    return [...this.#manifests];
  }

  async #mine(project: Project, disk: ProjectDisk | undefined, key: string): Promise<KeptFindings> {
    const [{ distilProject }, { mineSessions }, { makeRoots }] = await Promise.all([
      import('../../lessons/distil-project.ts'),
      import('./mined-sessions.ts'),
      import('../../failures/recovery/project-roots.ts'),
    ]);
    const wanted = new Set(project.sessions);
    const sessions = (await this.listSessions()).filter(({ session }) => wanted.has(session));
    const span = this.#span();
    // Part of a session teaches something different from the whole.
    const isWhole = span.since === undefined && span.until === undefined;
    const keeping = { maker: build, state: this.#report.state };
    const read = { span, restate: await this.#restater() };
    const mined = mineSessions(this.#index, sessions, makeRoots(project), read, isWhole ? keeping : undefined);
    const findings = { ...(await distilProject(mined, disk)), versions: newestVersions(sessions) };
    const kept = { findings, looked: disk?.answers() ?? [], packages: disk?.packages() ?? [] };
    await this.keepResult(key, kept);
    return kept;
  }

  /**
   * Returns the function that rewrites a log before it is mined. It loads nothing for the usual case of nothing to rewrite,
   * because every run gets here.
   */
  async #restater(): Promise<Restate> {
    const { data } = findOwnFolders(this.#request);
    if (!existsSync(join(data, 'live'))) return (log) => log;
    return (await import('../../delivery/journal/restate.ts')).makeRestater(data);
  }

  /** Returns the sessions of a project in the order of their first calls; those without calls are left out. */
  async timeline(project: Project): Promise<SessionTimes[]> {
    this.#times ??= this.#index.times(this.#span());
    const wanted = new Set(project.sessions);
    const listed = new Map((await this.listSessions()).map((session) => [`${session.agent}\n${session.session}`, session]));
    return (await this.#times)
      .flatMap((times) => {
        const session = wanted.has(times.session) ? listed.get(`${times.agent}\n${times.session}`) : undefined;
        return session ? [{ ...times, calls: session.calls, version: session.version }] : [];
      })
      .sort((a, b) => a.firstAt - b.firstAt || a.session.localeCompare(b.session));
  }

  /** Yields sessions in the given order. */
  async *readSessions(sessions: readonly SessionTimes[]): AsyncIterable<RedactedValue<SessionLog>> {
    const restate = await this.#restater();
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
    return this.#index.recall(id, lazyRedactor(this.#request.allowed), agent);
  }

  /** Returns a cached result, if nothing new was read since. */
  async recallResult<T>(key: string): Promise<T | undefined> {
    const text = await this.#index.result(`${build} ${key}`);
    return text === undefined ? undefined : (JSON.parse(text) as T);
  }

  /** Caches a result until something new is read. */
  async keepResult(key: string, value: unknown): Promise<void> {
    await this.#index.keepResult(`${build} ${key}`, this.#report.state, JSON.stringify(value));
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
    return { ...(since ? { since: since.getTime() } : {}), ...(until ? { until: until.getTime() } : {}) };
  }

  /** Returns every session of the requested agents and period. */
  listSessions(): Promise<SessionSummary[]> {
    this.#sessions ??= this.#index.sessions(this.#span());
    return this.#sessions;
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

/** Opens the index of this user's sessions and reads the new parts of their logs. */
export async function openLibrary(request: LibraryRequest): Promise<Library> {
  const path = indexPath(request);
  if (request.fresh) forgetIndex(path);
  const index = await openIndex(path);
  try {
    const report = await index.refresh({
      ...scopeOf(request),
      redact: lazyRedactor(request.allowed),
      startThreads: (bytes) => startReadingThreads(bytes, request.allowed),
      ...(request.onProgress ? { onProgress: request.onProgress } : {}),
    });
    return new Library(index, report, request);
  } catch (error) {
    index.close();
    throw error;
  }
}

/** Opens an index that another thread has just brought up to date, without reading logs. */
export async function reopenLibrary(request: LibraryRequest, report: RefreshReport): Promise<Library> {
  const index = await openIndex(indexPath(request));
  index.choose(scopeOf(request));
  return new Library(index, report, request);
}

function indexPath(request: LibraryRequest): string {
  return join(findOwnFolders(request).cache, 'sessions.db');
}

function scopeOf(request: LibraryRequest): { agents: readonly Agent[]; places: Places } {
  return {
    agents: chooseAgents(request.agents, request.known),
    places: { home: request.home, env: request.env, folders: request.folders ?? {} },
  };
}

/** A file that cannot be removed is reported when the index is opened. */
function forgetIndex(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    try {
      rmSync(path + suffix, { force: true });
    } catch {
      return;
    }
  }
}

/** Returns a short hash of everything that a result depends on. */
export function hashParts(value: unknown): string {
  return hashText(JSON.stringify(value));
}

/** Returns the version of each agent in its last session with calls. */
function newestVersions(sessions: readonly SessionSummary[]): Record<string, string> {
  const inOrder = sessions
    .filter(({ calls, version }) => calls > 0 && version !== undefined)
    .sort((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0));
  return Object.fromEntries(inOrder.map(({ agent, version = '' }) => [agent, version]));
}
