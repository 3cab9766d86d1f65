import type { SessionFigures } from '../../lessons/figures.ts';
import { readMined } from '../../lessons/kept-session.ts';
import type { MinedSession } from '../../lessons/mine-session.ts';
import type { Project } from '../../sessions/projects/project.ts';
import { keyOf, type SessionSummary } from '../../sessions/read.ts';
import { packSessions } from '../../sessions/session-index.ts';
import { distilSessions, type ProjectFindings } from './distil-sessions.ts';
import { LocalMiner, type Looked, type MiningOptions, MOST_CALLS } from './local-miner.ts';
import type { MiningAnswer } from './session-threads.ts';

/**
 * Sessions of this size are left to threads while there is other work: the main thread hands out work only between two sessions,
 * and mining such a session takes a second or more.
 */
const LONG_CALLS = 5_000;

/** Sessions of one project that are mined together, by whichever thread has time for them. */
interface Pack {
  project: Project;
  sessions: readonly SessionSummary[];
  /** The number of calls in these sessions. */
  calls: number;
  /** Whether these are all sessions of the project. Such a pack is distilled as well. */
  isWhole: boolean;
  /** Resolves when the thread that it was given to has answered. Absent if it was given to none, or if that thread failed. */
  given?: Promise<void>;
  /** The answer of that thread, or what the main thread found. */
  result?: PackResult;
}

/** The findings of a whole project, or the mined sessions of another pack. */
type PackResult = { findings: ProjectFindings } | { looked: Map<string, Looked> };

/**
 * Mines the sessions of projects on all threads. Projects are announced before they are mined: threads work on the next ones while
 * the main thread distils the first, and where the main thread would have to wait for one of them, it works on another pack. The
 * result does not depend on who did what.
 */
export class SessionMiner {
  readonly #options: MiningOptions;
  readonly #local: LocalMiner;
  /** Packs that are not begun yet: long ones first, then in the order in which projects were announced. */
  #queue: Pack[] = [];
  readonly #packs = new Map<string, Pack[]>();
  /** Answers of threads that are not processed yet. */
  readonly #arrived: { pack: Pack; answer: MiningAnswer }[] = [];

  constructor(options: MiningOptions) {
    this.#options = options;
    this.#local = new LocalMiner(options);
  }

  /**
   * Lets threads begin with the sessions of projects; `isDone` tells which have a result in the index. A project is given to one
   * thread as a whole, which distils it, too, if it is small or consists mostly of one long session; other projects are divided.
   */
  announce(
    projects: readonly { project: Project; sessions: readonly SessionSummary[] }[],
    isDone: (key: string) => boolean,
  ): void {
    const open = projects.map(({ project, sessions }) => ({
      project,
      sessions,
      open: sessions.filter((summary) => summary.calls > 0 && !isDone(keyOf(summary))),
    }));
    const share = callsOf(open.flatMap((one) => one.open)) / (1 + (this.#options.threads?.count ?? 0)) / 2;
    for (const one of open) {
      if (one.open.length === 0) continue;
      const calls = callsOf(one.sessions);
      const longest = Math.max(...one.open.map((summary) => summary.calls));
      const isWhole =
        this.#options.threads !== undefined && (calls <= share || longest > Math.max(LONG_CALLS, calls / 2));
      const parts = isWhole ? [one.sessions] : divide(one.open.filter(({ calls }) => calls <= MOST_CALLS));
      const packs = parts.map(
        (sessions): Pack => ({ project: one.project, sessions, calls: callsOf(sessions), isWhole }),
      );
      this.#packs.set(one.project.id, packs);
      this.#queue.push(...packs);
    }
    // Whoever begins a long one last keeps everybody waiting. The others are asked for in this order.
    this.#queue.sort((a, b) => Number(b.calls >= LONG_CALLS) - Number(a.calls >= LONG_CALLS));
    this.#feed();
  }

  /** Returns the findings of a project if it was announced, and is small enough for one thread to distil it as a whole. */
  async distilled(project: Project): Promise<ProjectFindings | undefined> {
    const [pack] = this.#packs.get(project.id) ?? [];
    if (!pack?.isWhole) return undefined;
    await this.#finish(pack);
    this.#packs.delete(project.id);
    return pack.result && 'findings' in pack.result ? pack.result.findings : undefined;
  }

  /** Mines sessions without collecting the result, which goes to the index. */
  async mineOnly(project: Project, sessions: readonly SessionSummary[]): Promise<void> {
    await this.#local.mineHere(sessions, this.#local.rootsOf(project), new Map());
  }

  /** Returns the figures of sessions of a project, each mined on its own; the results go to the index. */
  async figures(project: Project, sessions: readonly SessionSummary[]): Promise<SessionFigures[]> {
    const roots = this.#local.rootsOf(project);
    const looked = new Map<string, Looked>();
    for (const pack of packSessions(sessions)) await this.#local.bringBack(pack, roots, looked);
    return [...looked.values()].map(({ mined }) => mined.figures);
  }

  /**
   * Yields each session of a project mined, in order; sessions without calls are left out.
   *
   * This takes two passes. A line known as an error from one session can reveal in another that a call failed although a pipe
   * swallowed its exit code. The second pass mines only the sessions that this concerns.
   */
  async *mine(project: Project, sessions: readonly SessionSummary[]): AsyncGenerator<MinedSession> {
    yield* this.#local.mineAll(project, sessions, await this.#takePacks(project));
  }

  /** Returns the sessions of a project that were mined in packs. */
  async #takePacks(project: Project): Promise<Map<string, Looked>> {
    const packs = this.#packs.get(project.id) ?? [];
    this.#packs.delete(project.id);
    const all = new Map<string, Looked>();
    for (const pack of packs) {
      await this.#finish(pack);
      for (const [key, looked] of pack.result && 'looked' in pack.result ? pack.result.looked : [])
        all.set(key, looked);
    }
    return all;
  }

  /**
   * Works on packs until this one is done. While a thread is busy with it, those are others of its project, and packs of other
   * projects only if the thread takes long: what comes next may be work that only the main thread does, and everybody would wait
   * for that in the end.
   */
  async #finish(pack: Pack): Promise<void> {
    const takesLong = pack.isWhole || pack.calls >= LONG_CALLS;
    while (pack.result === undefined) {
      const own = pack.given === undefined ? pack : this.#queue.find(({ project }) => project.id === pack.project.id);
      const next = own ?? (takesLong ? this.#takeNext() : undefined);
      if (next) await this.#workOn(next);
      else await pack.given;
      await this.#receive();
    }
  }

  /** Returns the next pack that nobody has begun, but a long one only if nothing else is left. */
  #takeNext(): Pack | undefined {
    return this.#queue.find(({ calls }) => calls < LONG_CALLS) ?? this.#queue[0];
  }

  /** Mines a pack here. */
  async #workOn(pack: Pack): Promise<void> {
    const { project, sessions, isWhole } = pack;
    this.#queue = this.#queue.filter((other) => other !== pack);
    if (isWhole) {
      pack.result = {
        findings: await distilSessions(
          this.#local.mineAll(project, sessions),
          sessions,
          this.#options.lookAround(project),
        ),
      };
    } else {
      const looked = new Map<string, Looked>();
      await this.#local.mineHere(sessions, this.#local.rootsOf(project), looked);
      pack.result = { looked };
    }
    await this.#local.yield();
  }

  /** Gives packs to threads that have room for them. */
  #feed(): void {
    const { threads, span } = this.#options;
    for (let [pack] = this.#queue; threads && pack; [pack] = this.#queue) {
      const { project, sessions, isWhole } = pack;
      const given = threads.mine({ project, sessions, span, isWhole });
      if (!given) return;
      this.#queue.shift();
      pack.given = given.then((answer) => {
        if (answer) this.#arrived.push({ pack, answer });
        // The thread failed.
        else delete pack.given;
        // The next order leaves when this one is done, not when the main thread asks for its result.
        this.#feed();
      });
    }
  }

  /** Processes the answers that have arrived. */
  async #receive(): Promise<void> {
    for (let next = this.#arrived.shift(); next; next = this.#arrived.shift()) {
      const { pack, answer } = next;
      const looked = new Map<string, Looked>();
      if (!answer.findings) {
        const roots = this.#local.rootsOf(pack.project);
        for (const { text, ...key } of answer.texts) {
          const read = text === '' ? undefined : readMined(text, roots);
          if (read) looked.set(keyOf(key), read);
        }
      }
      await this.#options.keep(answer.texts);
      pack.result = answer.findings ? { findings: answer.findings } : { looked };
    }
  }
}

/** Calls in a pack: few enough to end at the same time on all threads, and enough to make up for the way there and back. */
const PACK_CALLS = 250;

/** Groups sessions of one agent into packs, the largest first, so that no long one is left for the end. */
function divide(sessions: readonly SessionSummary[]): SessionSummary[][] {
  const bySize = [...sessions].sort((a, b) => (a.agent < b.agent ? -1 : a.agent > b.agent ? 1 : b.calls - a.calls));
  return packSessions(bySize, PACK_CALLS).sort((a, b) => callsOf(b) - callsOf(a));
}

function callsOf(sessions: readonly SessionSummary[]): number {
  return sessions.reduce((sum, { calls }) => sum + calls, 0);
}
