import type { Restate } from '../../delivery/journal/restate.ts';
import { KnownErrors } from '../../failures/error-lines.ts';
import { makeRoots } from '../../failures/recovery/project-roots.ts';
import type { Roots } from '../../failures/recovery/session-view.ts';
import type { SessionFigures } from '../../lessons/figures.ts';
import { mineToKeep, readMined } from '../../lessons/kept-session.ts';
import { type MinedSession, mineSession } from '../../lessons/mine-session.ts';
import type { Project } from '../../sessions/projects/project.ts';
import { keyOf, type SessionKey, type SessionSummary, type TimeSpan } from '../../sessions/read.ts';
import { packSessions, type SessionIndex } from '../../sessions/session-index.ts';

/** A mined session as it is stored in the index. */
export interface MinedText extends SessionKey {
  /** Empty if it is too long to be stored: the index then only remembers that it was mined, and from which state. */
  text: string;
}

/** Where sessions are mined from, and how. */
export interface MiningOptions {
  index: SessionIndex;
  /** The period to read. */
  span: TimeSpan;
  /** Rewrites a log before it is mined. */
  restate: Restate;
  /** The version of the program, whose results in the index are used. */
  maker: string;
  /** Stores results in the index. */
  keep: (texts: readonly MinedText[]) => Promise<void> | void;
}

/** Larger sessions are mined again each time: keeping the text of one with 50,000 calls took 200 MB more. */
const MOST_CALLS = 20_000;

/** A mined session, and the lines that were known to be errors when it was mined. */
interface Looked {
  mined: MinedSession;
  heard: readonly string[];
}

/** Mines sessions, and keeps the results in the index. */
export class SessionMiner {
  readonly #options: MiningOptions;
  readonly #roots = new Map<string, Roots>();

  constructor(options: MiningOptions) {
    this.#options = options;
  }

  /**
   * Yields each session of a project mined, in order; sessions without calls are left out.
   *
   * This takes two passes. A line known as an error from one session can reveal in another that a call failed although a pipe
   * swallowed its exit code. The second pass mines only the sessions that this concerns.
   */
  async *mine(project: Project, sessions: readonly SessionSummary[]): AsyncGenerator<MinedSession> {
    const roots = this.#rootsOf(project);
    const looked = await this.#lookAt(
      sessions.filter(({ calls }) => calls > 0),
      roots,
    );
    await this.#mineAgain(sessions, roots, looked);
    for (const summary of sessions) {
      const { mined } = looked.get(keyOf(summary)) ?? {};
      if (mined) yield { ...mined, client: { agent: summary.agent, version: summary.version } };
    }
  }

  /** Returns the figures of sessions of a project, each mined on its own; the results go to the index. */
  async figures(project: Project, sessions: readonly SessionSummary[]): Promise<SessionFigures[]> {
    const looked = await this.#lookAt(sessions, this.#rootsOf(project));
    return [...looked.values()].map(({ mined }) => mined.figures);
  }

  /** Returns the roots of a project, which remember the paths that they were asked about. */
  #rootsOf(project: Project): Roots {
    const known = this.#roots.get(project.id) ?? makeRoots(project);
    this.#roots.set(project.id, known);
    return known;
  }

  async #lookAt(sessions: readonly SessionSummary[], roots: Roots): Promise<Map<string, Looked>> {
    const looked = new Map<string, Looked>();
    for (const pack of packSessions(sessions)) await this.#bringBack(pack, roots, looked);
    return looked;
  }

  /** Takes sessions from the cache, and mines those whose paths would now be read differently. */
  async #bringBack(sessions: readonly SessionSummary[], roots: Roots, looked: Map<string, Looked>): Promise<void> {
    const { index, maker, span } = this.#options;
    // Part of a session teaches something different from the whole.
    const isWhole = span.since === undefined && span.until === undefined;
    for (const [key, text] of isWhole ? await index.mined(sessions, maker) : []) {
      const read = text === '' ? undefined : readMined(text, roots);
      if (read) looked.set(key, read);
    }
    await this.#mineNow(
      sessions.filter((summary) => !looked.has(keyOf(summary))),
      roots,
      looked,
    );
  }

  /** Mines sessions without looking for a result in the index. */
  async #mineNow(sessions: readonly SessionSummary[], roots: Roots, looked: Map<string, Looked>): Promise<void> {
    const { index, span, restate } = this.#options;
    const texts: MinedText[] = [];
    for await (const log of index.stream(sessions, span)) {
      const { agent, session, calls } = log;
      if (calls.length === 0) continue;
      if (calls.length <= MOST_CALLS) {
        const { mined, text } = mineToKeep(restate(log), roots);
        texts.push({ agent, session, text });
        looked.set(keyOf(log), { mined, heard: [] });
      } else {
        // The views hold the outputs of all calls, so they must not be kept until every session is mined.
        const { views: _, ...mined } = mineSession(restate(log), roots);
        texts.push({ agent, session, text: '' });
        looked.set(keyOf(log), { mined, heard: [] });
      }
    }
    await this.#options.keep(texts);
  }

  /** The second pass. */
  async #mineAgain(sessions: readonly SessionSummary[], roots: Roots, looked: Map<string, Looked>): Promise<void> {
    const { index, span, restate } = this.#options;
    const known = new KnownErrors();
    for (const { mined } of looked.values()) known.add(mined.errors);
    const deaf = sessions.filter((summary) => {
      const { mined, heard = [] } = looked.get(keyOf(summary)) ?? {};
      return mined !== undefined && known.among(mined.errors.open).join() !== heard.join();
    });
    for (const pack of packSessions(deaf)) {
      const texts: MinedText[] = [];
      for await (const log of index.stream(pack, span)) {
        const { mined, text } = mineToKeep(restate(log), roots, known);
        looked.set(keyOf(log), { mined, heard: [] });
        texts.push({ agent: log.agent, session: log.session, text: log.calls.length <= MOST_CALLS ? text : '' });
      }
      await this.#options.keep(texts);
    }
  }
}
