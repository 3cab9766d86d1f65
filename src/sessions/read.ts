import type { SessionFacts } from '../agents/agent.ts';
import type { Call } from '../agents/call.ts';
import { mergeFacts } from './facts.ts';
import { readCall, readMessage } from './rows.ts';
import { CALL_COLUMNS, MESSAGE_COLUMNS } from './schema.ts';
import { addMessage, emptyContent, type SessionContent } from './session-log.ts';
import type { SqlValue, Store } from './store.ts';

/** Identifies a session: two agents may use the same id. */
export interface SessionKey {
  agent: string;
  session: string;
}

/** A session with the facts about it. */
export interface SessionSummary extends SessionFacts, SessionKey {
  calls: number;
  failed: number;
}

/** A time span, in milliseconds since 1970; unlimited on a side that is absent. */
export interface TimeSpan {
  since?: number;
  until?: number;
}

/** The folders of agents that a run is about. */
export type Scope = readonly { name: string; root: string }[];

/**
 * Returns the sessions of the given folders, oldest first. With a span: those that have a call or message in it, with the calls
 * in it.
 */
export function listIndexedSessions(store: Store, scope: Scope, span: TimeSpan = {}): SessionSummary[] {
  const rows = store.all(
    'select sessions.agent, facts, root, path from sessions join files on files.id = sessions.file',
  );
  const merged = new Map<string, SessionSummary>();
  const mine = rows
    .filter(([agent, , root]) => scope.some((folder) => folder.name === agent && folder.root === root))
    .map(([agent, text, , path]) => ({
      agent: String(agent),
      path: String(path),
      facts: JSON.parse(String(text)) as SessionFacts,
    }))
    .sort((a, b) => (a.facts.startedAt ?? 0) - (b.facts.startedAt ?? 0) || (a.path < b.path ? -1 : 1));
  for (const { agent, facts: one } of mine) {
    const key = keyOf({ agent, session: one.session });
    const known = merged.get(key);
    merged.set(key, { ...(known === undefined ? one : mergeFacts(known, one)), agent, calls: 0, failed: 0 });
  }
  for (const { agent, session, outcome, calls } of countBy(store, span)) {
    const summary = merged.get(keyOf({ agent, session }));
    if (summary === undefined) continue;
    summary.calls += calls;
    if (outcome === 'failed') summary.failed += calls;
  }
  const isOutside = ({ startedAt = 0, endedAt = 0 }: SessionSummary): boolean =>
    (span.since !== undefined && endedAt < span.since) || (span.until !== undefined && startedAt > span.until);
  return [...merged.values()].filter((summary) => !isOutside(summary));
}

/** Counts calls by agent, session, outcome and tool. Answered from a database index alone, without reading the calls. */
export function countBy(
  store: Store,
  span: TimeSpan = {},
): { agent: string; session: string; outcome: string; tool: string; calls: number }[] {
  const rows = store.all(
    `select session, agent, outcome, tool, count(*) from calls where ${WITHIN} group by session, agent, outcome, tool`,
    ...limitsOf(span),
  );
  return rows.map(([session, agent, outcome, tool, calls]) => ({
    agent: String(agent),
    session: String(session),
    outcome: String(outcome),
    tool: String(tool),
    calls: Number(calls),
  }));
}

/** Returns the times of the first and the last call of each session. Answered from a database index alone. */
export function timeBy(store: Store, span: TimeSpan = {}): (SessionKey & { firstAt: number; lastAt: number })[] {
  const rows = store.all(
    `select session, agent, min(at), max(at) from calls where ${WITHIN} group by session, agent`,
    ...limitsOf(span),
  );
  return rows.map(([session, agent, firstAt, lastAt]) => ({
    agent: String(agent),
    session: String(session),
    firstAt: Number(firstAt),
    lastAt: Number(lastAt),
  }));
}

/** The condition for a span, whose parameters are `limitsOf` it. */
const WITHIN = 'at between ? and ?';

function limitsOf({ since = Number.MIN_SAFE_INTEGER, until = Number.MAX_SAFE_INTEGER }: TimeSpan): [number, number] {
  return [since, until];
}

/** Returns the first message of a person in each session, by `keyOf`. */
export function firstMessages(store: Store): Map<string, string> {
  // SQLite takes the other columns from the row with the minimum.
  const rows = store.all(
    'select agent, session, text, min(at) from messages where thread is null group by session, agent',
  );
  return new Map(
    rows.map(([agent, session, text]) => [keyOf({ agent: String(agent), session: String(session) }), String(text)]),
  );
}

/** Returns the content of some sessions. */
export function readSessions(
  store: Store,
  agent: string,
  sessions: readonly string[],
  span: TimeSpan = {},
): Map<string, SessionContent> {
  const found = new Map<string, SessionContent>();
  const calls = select(store, 'calls', CALL_COLUMNS, agent, sessions);
  const messages = select(store, 'messages', MESSAGE_COLUMNS, agent, sessions);
  for (const [session, rows] of groupRows(calls, messages)) {
    const kept = emptyContent();
    rows.forEach((row, seq) => {
      const at = Number(row[4]);
      if ((span.since !== undefined && at < span.since) || (span.until !== undefined && at > span.until)) return;
      if (row.length === CALL_COLUMNS.length) kept.calls.push(readCall(row, seq));
      else addMessage(kept, readMessage(row, seq));
    });
    found.set(session, kept);
  }
  return found;
}

/** Finds a call by the agent's id of it, with its position in the session. */
export function findCall(store: Store, id: string, agent?: string): Call | undefined {
  const found = locateCall(store, id, agent);
  if (found === undefined) return undefined;
  const { session: name, at } = found.call;
  const session = readSessions(store, found.call.agent, [name], { since: at, until: at }).get(name);
  return session?.calls.find((candidate) => candidate.id === id);
}

/** Finds a call and the log it is in. Its position in the session is left out, because that takes reading the session. */
export function locateCall(store: Store, id: string, agent?: string): { call: Call; path: string } | undefined {
  const columns = CALL_COLUMNS.map((column) => `calls.${column}`).join();
  const [row] = store.all(
    `select ${columns}, path from calls join files on files.id = calls.file where calls.id = ? and calls.agent = coalesce(?, calls.agent)`,
    id,
    agent ?? null,
  );
  return row && { call: readCall(row, 0), path: String(row[CALL_COLUMNS.length]) };
}

export function keyOf({ agent, session }: SessionKey): string {
  return `${agent}\n${session}`;
}

function select(
  store: Store,
  table: 'calls' | 'messages',
  columns: readonly string[],
  agent: string,
  sessions: readonly string[],
): SqlValue[][] {
  return store.all(
    `select ${columns.join()} from ${table} where session in (select value from json_each(?)) and agent = ?`,
    JSON.stringify(sessions),
    agent,
  );
}

/** Groups rows by session, ordered by time; if that is equal, in log order. */
function groupRows(calls: SqlValue[][], messages: SqlValue[][]): Map<string, SqlValue[][]> {
  const groups = new Map<string, SqlValue[][]>();
  for (const rows of [calls, messages]) {
    for (const row of rows) {
      const session = String(row[2]);
      const group = groups.get(session);
      if (group === undefined) groups.set(session, [row]);
      else group.push(row);
    }
  }
  for (const group of groups.values()) {
    group.sort((a, b) => Number(a[4]) - Number(b[4]) || Number(a[3]) - Number(b[3]) || Number(a[5]) - Number(b[5]));
  }
  return groups;
}
