import type { SessionFacts } from '../agents/agent.ts';
import type { Call, Message } from '../agents/call.ts';
import { mergeFacts } from './facts.ts';
import { CALL_COLUMNS, MESSAGE_COLUMNS, readCall, readMessage } from './rows.ts';
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
export async function listIndexedSessions(store: Store, scope: Scope, span: TimeSpan = {}): Promise<SessionSummary[]> {
  const db = await store.builder();
  const facts = await db
    .selectFrom('sessions')
    .innerJoin('files', 'files.id', 'sessions.file')
    .select(['sessions.agent', 'sessions.facts', 'files.root', 'files.path'])
    .execute();
  const merged = new Map<string, SessionSummary>();
  const mine = facts
    .filter(({ agent, root }) => scope.some((folder) => folder.name === agent && folder.root === root))
    .map(({ agent, facts: text, path }) => ({ agent, path, facts: JSON.parse(text) as SessionFacts }))
    .sort((a, b) => (a.facts.startedAt ?? 0) - (b.facts.startedAt ?? 0) || (a.path < b.path ? -1 : 1));
  for (const { agent, facts: one } of mine) {
    const key = keyOf({ agent, session: one.session });
    const known = merged.get(key);
    merged.set(key, { ...(known === undefined ? one : mergeFacts(known, one)), agent, calls: 0, failed: 0 });
  }
  for (const { agent, session, outcome, calls } of await countBy(store, span)) {
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
export async function countBy(
  store: Store,
  span: TimeSpan = {},
): Promise<{ agent: string; session: string; outcome: string; tool: string; calls: number }[]> {
  const db = await store.builder();
  let query = db
    .selectFrom('calls')
    .select(['session', 'agent', 'outcome', 'tool', (count) => count.fn.countAll<number>().as('calls')])
    .groupBy(['session', 'agent', 'outcome', 'tool']);
  if (span.since !== undefined) query = query.where('at', '>=', span.since);
  if (span.until !== undefined) query = query.where('at', '<=', span.until);
  return (await query.execute()).map((row) => ({ ...row, calls: Number(row.calls) }));
}

/** Returns the times of the first and the last call of each session. Answered from a database index alone. */
export async function timeBy(
  store: Store,
  span: TimeSpan = {},
): Promise<(SessionKey & { firstAt: number; lastAt: number })[]> {
  const db = await store.builder();
  let query = db
    .selectFrom('calls')
    .select([
      'session',
      'agent',
      ({ fn }) => fn.min<number>('at').as('firstAt'),
      ({ fn }) => fn.max<number>('at').as('lastAt'),
    ])
    .groupBy(['session', 'agent']);
  if (span.since !== undefined) query = query.where('at', '>=', span.since);
  if (span.until !== undefined) query = query.where('at', '<=', span.until);
  return (await query.execute()).map((row) => ({ ...row, firstAt: Number(row.firstAt), lastAt: Number(row.lastAt) }));
}

/** Returns the first message of a person in each session, by `keyOf`. */
export async function firstMessages(store: Store): Promise<Map<string, string>> {
  const db = await store.builder();
  const rows = await db
    .selectFrom('messages')
    .innerJoin(
      (inner) =>
        inner
          .selectFrom('messages as each')
          .select(['each.session', 'each.agent', ({ fn }) => fn.min<number>('each.at').as('first')])
          .groupBy(['each.session', 'each.agent'])
          .as('began'),
      (join) =>
        join
          .onRef('began.session', '=', 'messages.session')
          .onRef('began.agent', '=', 'messages.agent')
          .onRef('began.first', '=', 'messages.at'),
    )
    .select(['messages.agent', 'messages.session', 'messages.text'])
    .execute();
  return new Map(rows.map(({ agent, session, text }) => [keyOf({ agent, session }), text]));
}

/** Returns calls and messages of some sessions, each in order and numbered together. */
export async function readSessions(
  store: Store,
  agent: string,
  sessions: readonly string[],
  span: TimeSpan = {},
): Promise<Map<string, { calls: Call[]; messages: Message[] }>> {
  const found = new Map<string, { calls: Call[]; messages: Message[] }>();
  const calls = await selectOrdered(store, 'calls', CALL_COLUMNS, agent, sessions);
  const messages = await selectOrdered(store, 'messages', MESSAGE_COLUMNS, agent, sessions);
  for (const [session, rows] of groupRows(calls, messages)) {
    const kept: { calls: Call[]; messages: Message[] } = { calls: [], messages: [] };
    rows.forEach((row, seq) => {
      const at = Number(row[4]);
      if ((span.since !== undefined && at < span.since) || (span.until !== undefined && at > span.until)) return;
      if (row.length === CALL_COLUMNS.length) kept.calls.push(readCall(row, seq));
      else kept.messages.push(readMessage(row, seq));
    });
    found.set(session, kept);
  }
  return found;
}

/** Finds a call by the agent's id of it, with its position in the session. */
export async function findCall(store: Store, id: string, agent?: string): Promise<Call | undefined> {
  const found = await locateCall(store, id, agent);
  if (found === undefined) return undefined;
  const { session: name, at } = found.call;
  const session = (await readSessions(store, found.call.agent, [name], { since: at, until: at })).get(name);
  return session?.calls.find((candidate) => candidate.id === id);
}

/** Finds a call and the log it is in. Its position in the session is left out, because that takes reading the session. */
export async function locateCall(
  store: Store,
  id: string,
  agent?: string,
): Promise<{ call: Call; path: string } | undefined> {
  const db = await store.builder();
  const columns = CALL_COLUMNS.map((column) => `calls.${column}` as const);
  let query = db
    .selectFrom('calls')
    .innerJoin('files', 'files.id', 'calls.file')
    .select([...columns, 'files.path']);
  query = query.where('calls.id', '=', id);
  if (agent !== undefined) query = query.where('calls.agent', '=', agent);
  const [row] = await store.prepare(query).all(agent === undefined ? [id] : [id, agent]);
  return row && { call: readCall(row, 0), path: String(row[CALL_COLUMNS.length]) };
}

export function keyOf({ agent, session }: SessionKey): string {
  return `${agent}\n${session}`;
}

async function selectOrdered(
  store: Store,
  table: 'calls' | 'messages',
  columns: typeof CALL_COLUMNS | typeof MESSAGE_COLUMNS,
  agent: string,
  sessions: readonly string[],
): Promise<SqlValue[][]> {
  const db = await store.builder();
  const query = db
    .selectFrom(table)
    .select(columns as never)
    .where('session', 'in', sessions)
    .where('agent', '=', agent);
  return store.prepare(query).all([...sessions, agent]);
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
