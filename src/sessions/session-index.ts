import type { Agent, CallText } from '../agents/agent.ts';
import type { Call } from '../agents/call.ts';
import { redactTree } from '../redaction/redact-tree.ts';
import { fromIndex, keepRedacted, type RedactedValue } from '../redaction/redacted.ts';
import { AppError } from '../shared/errors.ts';
import { IN_MEMORY, isDamage, isFull, openStore, setAside, tellUnkept } from './open-store.ts';
import {
  countBy,
  findCall,
  firstMessages,
  keyOf,
  listIndexedSessions,
  locateCall,
  readSessions,
  type Scope,
  type SessionKey,
  type SessionSummary,
  type TimeSpan,
  timeBy,
} from './read.ts';
import type { Recent } from './recent.ts';
import type { Redact } from './redact-part.ts';
import { type RefreshOptions, type RefreshReport, refreshStore } from './refresh.ts';
import { emptyContent, type SessionContent, type SessionLog } from './session-log.ts';
import { readState } from './state.ts';
import type { Store } from './store.ts';

/** Numbers of calls by kind. */
export interface CallCounts {
  calls: number;
  byOutcome: Record<string, number>;
  byTool: Record<string, number>;
  byAgent: Record<string, number>;
}

/** Upper bound for the projects whose findings are cached. When there are more, all of them are removed. */
const MOST_FINDINGS = 1000;

/** Number of calls read at a time when streaming many sessions. */
const CALLS_AT_A_TIME = 4000;

/** Opens the index in a file, or in memory with `:memory:`. */
export async function openIndex(path: string): Promise<SessionIndex> {
  const { store, path: kept, notices } = await openStore(path);
  return new SessionIndex(store, kept, notices);
}

/**
 * All content read from the logs, redacted. It is derived: deleting its file loses nothing. Any number of processes may use one
 * file at the same time.
 */
export class SessionIndex {
  #store: Store;
  #path: string;
  #scope: Scope = [];
  #agents: readonly Agent[] = [];
  #recent: Recent | undefined;
  readonly #notices: string[];

  constructor(store: Store, path: string, notices: string[]) {
    this.#store = store;
    this.#path = path;
    this.#notices = notices;
  }

  /** Its file; `:memory:` if none could be written. */
  get path(): string {
    return this.#path;
  }

  /** Selects the agents and folders, without reading anything. */
  choose({ agents, places }: Pick<RefreshOptions, 'agents' | 'places'>): void {
    this.#agents = agents;
    this.#scope = agents.map((agent) => ({ name: agent.name, root: agent.root(places) }));
  }

  /** Reads the new parts of logs. Sessions are listed from the folders of the last refresh only. */
  async refresh(options: RefreshOptions): Promise<RefreshReport> {
    this.choose(options);
    const { report, recent } = await refreshStore(this.#store, options).catch(async (error: unknown) => {
      if (this.#path === IN_MEMORY) throw error;
      if (isFull(error, this.#path)) await this.#leaveDisk(error);
      else if (isDamage(error)) await this.#rebuild();
      else throw error;
      return refreshStore(this.#store, options);
    });
    this.#recent = recent;
    return { ...report, notices: [...this.#notices] };
  }

  /** Returns a text that changes exactly when the content does. */
  state(): Promise<string> {
    return this.#guard(() => readState(this.#store));
  }

  /** Returns sessions with their facts, oldest first. */
  sessions(span: TimeSpan = {}): Promise<SessionSummary[]> {
    return this.#guard(() => listIndexedSessions(this.#store, this.#scope, span));
  }

  /** Returns the first message of a person in each session, by `keyOf`. */
  openings(): Promise<Map<string, string>> {
    return this.#guard(() => firstMessages(this.#store));
  }

  /** Returns the times of the calls of each session that has any. */
  times(span: TimeSpan = {}): Promise<(SessionKey & { firstAt: number; lastAt: number })[]> {
    return this.#guard(() => timeBy(this.#store, span));
  }

  /** Returns the calls and messages of one session. */
  async session(key: SessionKey, span: TimeSpan = {}): Promise<RedactedValue<SessionLog>> {
    const found = await this.#guard(() => readSessions(this.#store, key.agent, [key.session], span));
    return fromIndex({ ...key, ...(found.get(key.session) ?? emptyContent()) });
  }

  /** Yields many sessions in the given order, without holding all of them in memory. */
  async *stream(
    sessions: readonly (SessionKey & { calls?: number })[],
    span: TimeSpan = {},
  ): AsyncGenerator<RedactedValue<SessionLog>> {
    const recent = span.since === undefined && span.until === undefined ? this.#recent : undefined;
    for (const pack of packSessions(sessions)) {
      const found = new Map<string, SessionContent>();
      for (const key of pack) {
        const log = recent?.take(keyOf(key));
        if (log !== undefined) found.set(key.session, log);
      }
      const missing = pack.map(({ session }) => session).filter((session) => !found.has(session));
      if (missing.length > 0) {
        const stored = await this.#guard(() => readSessions(this.#store, pack[0]?.agent ?? '', missing, span));
        for (const [session, log] of stored) found.set(session, log);
      }
      for (const { agent, session } of pack) {
        yield fromIndex({ agent, session, ...(found.get(session) ?? emptyContent()) });
        found.delete(session);
      }
    }
  }

  /** Returns a call by the agent's id of it. */
  async call(id: string, agent?: string): Promise<RedactedValue<Call> | undefined> {
    const found = await this.#guard(() => findCall(this.#store, id, agent));
    return found === undefined ? undefined : fromIndex(found);
  }

  /**
   * Returns the full text of a call, read again from its log and redacted; undefined if the log no longer exists or has changed.
   */
  async recall(id: string, redact: Redact, agent?: string): Promise<RedactedValue<CallText> | undefined> {
    const found = await this.#guard(() => locateCall(this.#store, id, agent));
    const reader = this.#agents.find((candidate) => candidate.name === found?.call.agent);
    const text = found === undefined ? undefined : await reader?.recall?.(found.path, found.call);
    if (text === undefined) return undefined;
    const [output] = await redact([text.output]);
    if (output === undefined) throw new Error('redaction gave back another number of texts');
    return keepRedacted(output, { input: await redactArguments(text.input, redact), output });
  }

  /** Counts the calls of some sessions; of all sessions if none are given. */
  async count(sessions?: readonly SessionKey[], span: TimeSpan = {}): Promise<CallCounts> {
    const chosen = new Set((sessions ?? (await this.sessions(span))).map(keyOf));
    const counts: CallCounts = { calls: 0, byOutcome: {}, byTool: {}, byAgent: {} };
    for (const row of await this.#guard(() => countBy(this.#store, span))) {
      if (!chosen.has(keyOf(row))) continue;
      counts.calls += row.calls;
      counts.byOutcome[row.outcome] = (counts.byOutcome[row.outcome] ?? 0) + row.calls;
      counts.byTool[row.tool] = (counts.byTool[row.tool] ?? 0) + row.calls;
      counts.byAgent[row.agent] = (counts.byAgent[row.agent] ?? 0) + row.calls;
    }
    return counts;
  }

  /**
   * Returns the sessions that have a cached result of this maker, by `keyOf`, with the state from which it was computed. The
   * session has not changed since then.
   */
  async minedStates(maker: string): Promise<Map<string, string>> {
    const rows = await this.#guard(() =>
      this.#store.all('select agent, session, state from mined where maker = ?', maker),
    );
    return new Map(
      rows.map(([agent, session, state]) => [keyOf({ agent: String(agent), session: String(session) }), String(state)]),
    );
  }

  /** Returns the cached results of some sessions, each computed from one session alone and still valid, by `keyOf`. */
  async mined(sessions: readonly SessionKey[], maker: string): Promise<Map<string, string>> {
    const query = 'select text from mined where agent = ? and session = ? and maker = ?';
    const found = new Map<string, string>();
    await this.#guard(() => {
      for (const { agent, session } of sessions) {
        const [row] = this.#store.all(query, agent, session, maker);
        if (row) found.set(keyOf({ agent, session }), String(row[0]));
      }
    });
    return found;
  }

  /**
   * Caches results of sessions, each computed from one alone, until the session changes. They must be redacted. Returns whether it
   * did: it does nothing if the index has changed in the meantime.
   */
  async keepMined(mined: readonly (SessionKey & { text: string })[], maker: string, state: string): Promise<boolean> {
    if (mined.length === 0) return true;
    const insert = 'insert or replace into mined (agent, session, maker, state, text) values (?, ?, ?, ?, ?)';
    let isKept = false;
    await this.#keep(() => {
      if (readState(this.#store) !== state) return;
      for (const { agent, session, text } of mined) this.#store.run(insert, agent, session, maker, state, text);
      isKept = true;
    });
    return isKept;
  }

  /** Returns the cached findings of a project, if they were computed from this source. */
  async findings(project: string, source: string): Promise<string | undefined> {
    const query = 'select text from findings where project = ? and source = ?';
    const [row] = await this.#guard(() => this.#store.all(query, project, source));
    return row === undefined ? undefined : String(row[0]);
  }

  /** Caches the findings of a project, which must be redacted, in place of earlier ones. */
  async keepFindings(project: string, source: string, text: string): Promise<void> {
    await this.#keep(() => {
      const [row] = this.#store.all('select count(*) from findings');
      if (Number(row?.[0]) >= MOST_FINDINGS) this.#store.run('delete from findings');
      this.#store.run(
        'insert or replace into findings (project, source, text) values (?, ?, ?)',
        project,
        source,
        text,
      );
    });
  }

  close(): void {
    this.#store.close();
  }

  /** Cached results only save work: if there is no space for them, the next run does that work again. */
  async #keep(work: () => void): Promise<void> {
    await this.#guard(() => this.#store.transaction(work)).catch((error: unknown) => {
      if (!isFull(error, this.#path)) throw error;
    });
  }

  /** Handles damage that only shows when something is read: the next run starts from scratch. */
  async #guard<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error) || isFull(error, this.#path) || this.#path === IN_MEMORY) throw error;
      await this.#rebuild();
      throw new AppError('broken-file', 'The session index was damaged and has been set aside.', {
        hint: 'Run the command again: the index is rebuilt from the logs.',
        cause: error,
      });
    }
  }

  /** Continues in memory. */
  async #leaveDisk(error: unknown): Promise<void> {
    this.#store.close();
    this.#notices.push(tellUnkept(this.#path, error));
    const { store, path } = await openStore(IN_MEMORY);
    this.#store = store;
    this.#path = path;
  }

  async #rebuild(): Promise<void> {
    this.#store.close();
    this.#notices.push(setAside(this.#path));
    const { store, path, notices } = await openStore(this.#path);
    this.#store = store;
    this.#path = path;
    this.#notices.push(...notices);
  }
}

/**
 * Redacts arguments as JSON: names are seen with their values, and texts without the escapes that JSON writes for line breaks.
 */
async function redactArguments(input: string, redact: Redact): Promise<string> {
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    return (await redact([input]))[0] ?? '';
  }
  // Once more as one text, as it is shown: a name may be in one member and its value in the next.
  const shown = JSON.stringify(await redactTree(value, redact, redact.allowed), undefined, 2);
  return (await redact([shown]))[0] ?? '';
}

/** Groups successive sessions of one agent into packs, by default of a few thousand calls. */
export function packSessions<T extends SessionKey & { calls?: number }>(
  sessions: readonly T[],
  mostCalls = CALLS_AT_A_TIME,
): T[][] {
  const packs: T[][] = [];
  let size = 0;
  for (const session of sessions) {
    const pack = packs.at(-1);
    const calls = session.calls ?? 100;
    if (pack !== undefined && pack[0]?.agent === session.agent && size + calls <= mostCalls && pack.length < 500) {
      pack.push(session);
      size += calls;
    } else {
      packs.push([session]);
      size = calls;
    }
  }
  return packs;
}
