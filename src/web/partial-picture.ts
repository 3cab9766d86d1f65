import type { ConfiguredRequest } from '../app/configured-request.ts';
import type { Library } from '../app/history/session-history.ts';
import type { ProjectReport } from '../app/learn/learn-report.ts';
import { type FailureFigures, type SessionFigures, sumFigures } from '../lessons/figures.ts';
import type { Project } from '../sessions/projects/project.ts';
import { keyOf, type SessionSummary } from '../sessions/read.ts';
import { packSessions } from '../sessions/session-index.ts';
import type { PicturedProject } from './picture.ts';
import { byTime, listOwn, listTitled, placeInTurn } from './picture-sessions.ts';

/**
 * Milliseconds after which no further sessions are mined for a part: other threads read ahead for about that long. The results
 * are kept in the index, so this work is not done twice.
 */
const LONGEST = 250;

/** Number of calls mined at a time; a session with more than ten times as many is left until everything is read. */
const PACK_CALLS = 300;

/** A project with sessions that are read but not shown. */
interface WaitingProject {
  project: Project;
  /** These sessions in packs, the oldest first. */
  packs: SessionSummary[][];
  /** Number of its sessions that are shown. */
  shown: number;
}

/** Makes the parts of the first picture that are shown while logs are still being read: sessions with their figures. */
export class PartialPicture {
  readonly #pause: number;
  readonly #figures = new Map<string, { calls: number; figures: SessionFigures }>();
  #dueAt: number;

  /** Reading goes on for at least `pause` milliseconds between two parts. */
  constructor(pause: number) {
    this.#pause = pause;
    this.#dueAt = performance.now() + pause;
  }

  get isDue(): boolean {
    return performance.now() >= this.#dueAt;
  }

  /** Returns the projects that have sessions so far. Mines some of the sessions that are new since the last part. */
  async update(library: Library, request: ConfiguredRequest): Promise<PicturedProject[]> {
    const began = performance.now();
    const { projects, inTurn } = await placeInTurn(library, request);
    const sessions = await listTitled(library);
    const waiting = inTurn.map((project) => this.#listWaiting(project, sessions));
    for (let next = chooseNext(waiting); next && performance.now() < began + LONGEST; next = chooseNext(waiting)) {
      const pack = next.packs.pop() ?? [];
      await this.#mine(library, next.project, pack);
      next.shown += pack.length;
    }
    const ended = performance.now();
    // On a slow machine, reading still gets half of the time.
    this.#dueAt = ended + Math.max(this.#pause, ended - began);
    return projects.flatMap((project) => this.picture(project, sessions) ?? []);
  }

  /** Returns a project with the sessions whose figures are known, and without lessons; undefined if there are no such sessions. */
  picture(project: Project, sessions: readonly SessionSummary[]): PicturedProject | undefined {
    const own = listOwn(project, sessions).flatMap((session) => {
      const known = this.#figures.get(keyOf(session));
      return known ? [{ ...session, figures: known.figures }] : [];
    });
    if (own.length === 0) return undefined;
    const counted = own.map(({ figures }) => figures);
    const figures = sumFigures(counted);
    return {
      isUnfinished: true,
      project,
      findings: { lessons: [], records: {}, figures, seenOnce: [], sessions: counted },
      report: reportNothing(project, figures),
      sessions: own.sort(byTime),
    };
  }

  #listWaiting(project: Project, sessions: readonly SessionSummary[]): WaitingProject {
    const own = listOwn(project, sessions);
    const open = own.filter((session) => !this.#isCurrent(session) && session.calls <= 10 * PACK_CALLS);
    return { project, packs: packSessions(open, PACK_CALLS), shown: own.length - open.length };
  }

  async #mine(library: Library, project: Project, sessions: readonly SessionSummary[]): Promise<void> {
    const calls = new Map(sessions.map((session) => [keyOf(session), session.calls]));
    for (const figures of await library.figures(project, sessions))
      this.#figures.set(keyOf(figures), { calls: calls.get(keyOf(figures)) ?? 0, figures });
  }

  #isCurrent(session: SessionSummary): boolean {
    return this.#figures.get(keyOf(session))?.calls === session.calls;
  }
}

/** Chooses the project with the fewest sessions shown, so that every project appears soon. */
function chooseNext(waiting: readonly WaitingProject[]): WaitingProject | undefined {
  const open = waiting.filter(({ packs }) => packs.length > 0);
  return open.reduce(
    (least: WaitingProject | undefined, each) => (least && least.shown <= each.shown ? least : each),
    undefined,
  );
}

/** Returns the report of a project without lessons and changes. */
export function reportNothing(
  { id, name, root, folders, exists, container }: Project,
  figures: FailureFigures,
): ProjectReport {
  return {
    ...{ id, name, root, folders, exists, container, figures },
    ...{ agents: [], lessons: [], changes: [], leftOut: [], refusals: [], notices: [] },
    ...{ tokens: 0, budget: 0, applied: false },
  };
}
