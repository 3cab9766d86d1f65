import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type CallStep, type DescribedSession, inTurns, type Step } from '../described-session.ts';
import type { Fields } from './fields.ts';
import type { LogWriter, WrittenLogs } from './log-writer.ts';
import { openCodeName, openCodeState, whyNotOpenCode } from './opencode-parts.ts';
import { findReason } from './reasons.ts';
import { stableToken } from './stable-ids.ts';

/** A session as `opencode export` prints it. */
export interface OpenCodeSession {
  info: Fields & { id: string };
  messages: { info: Fields & { id: string }; parts: (Fields & { id: string })[] }[];
}

/** Writes `~/.local/share/opencode/opencode.db` as OpenCode does. */
export const openCodeWriter: LogWriter = {
  agent: 'opencode',
  lacks: (sessions) => findReason(sessions, whyNotOpenCode),
  async write(home, sessions) {
    const { written, all } = describeSessions(sessions);
    const folder = join(home, '.local', 'share', 'opencode');
    await mkdir(folder, { recursive: true });
    const path = join(folder, 'opencode.db');
    writeDatabase(path, all);
    return { ...written, files: [path] };
  },
};

/** The sessions, those of subagents too, and the ids that the calls got. */
export function describeSessions(sessions: readonly DescribedSession[]): {
  written: WrittenLogs;
  all: OpenCodeSession[];
} {
  const written: WrittenLogs = { calls: new Map(), sessions: [], files: [] };
  const writers: SessionWriter[] = [];
  for (const [index, session] of sessions.entries()) {
    const origin = session.forkOf === undefined ? undefined : writers[session.forkOf - 1];
    const writer = new SessionWriter(session, String(index), written.calls, { origin });
    writer.addSteps(session.steps);
    writers.push(writer);
    written.sessions.push(writer.session.info.id);
  }
  return { written, all: writers.flatMap((writer) => [writer.session, ...writer.subagents]) };
}

/** The tables that matter, with their columns as 1.18 has them. */
export const SCHEMA = `
create table if not exists session (id text primary key, project_id text not null, parent_id text, slug text not null, directory text not null,
  title text not null, version text not null, time_created integer not null, time_updated integer not null);
create table if not exists message (id text primary key, session_id text not null, time_created integer not null, time_updated integer not null,
  data text not null);
create table if not exists part (id text primary key, message_id text not null, session_id text not null, time_created integer not null,
  time_updated integer not null, data text not null);
create index if not exists message_session_time_created_id_idx on message (session_id, time_created, id);
create index if not exists part_message_id_id_idx on part (message_id, id);
`;

/** Adds sessions to a database; rows that are there are replaced. */
export function writeDatabase(path: string, sessions: readonly OpenCodeSession[]): void {
  const database = new DatabaseSync(path);
  database.exec(`pragma journal_mode = wal; ${SCHEMA}`);
  fillDatabase(database, sessions);
  database.close();
}

/** The same on a database that stays open. Without prepared statements: those would keep it open. */
export function fillDatabase(database: InstanceType<typeof DatabaseSync>, sessions: readonly OpenCodeSession[]): void {
  const insert = (table: string, ...values: unknown[]) =>
    database.exec(`insert or replace into ${table} values (${values.map(quote).join(', ')})`);
  for (const { info, messages } of sessions) {
    const { created, updated } = info.time as { created: number; updated: number };
    const { id, parentID = null, slug, directory, title, version } = info;
    insert('session', id, 'p1', parentID, slug, directory, title, version, created, updated);
    for (const { info: message, parts } of messages) {
      const { id: messageId, sessionID: _session, ...data } = message;
      const at = (message.time as { created: number }).created;
      insert('message', messageId, id, at, at, JSON.stringify(data));
      for (const { id: partId, sessionID: _s, messageID: _m, ...content } of parts) {
        insert('part', partId, messageId, id, at, at, JSON.stringify(content));
      }
    }
  }
}

function quote(value: unknown): string {
  return value === null || typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

class SessionWriter {
  readonly session: OpenCodeSession;
  readonly subagents: OpenCodeSession[] = [];
  clock: number;
  readonly #described: DescribedSession;
  readonly #seed: string;
  readonly #calls: Map<string, string>;
  #count = 0;

  constructor(
    described: DescribedSession,
    seed: string,
    calls: Map<string, string>,
    { origin, parentID }: { origin?: SessionWriter; parentID?: string } = {},
  ) {
    this.#described = described;
    this.#seed = seed;
    this.#calls = calls;
    this.clock = Date.parse(described.start);
    const id = `ses_${stableToken(26, 'session', described.cwd, described.start, seed)}`;
    const info = { id, slug: 'calm-harbour', projectID: 'p1', directory: described.cwd, title: 'A calm harbour' };
    const version = described.version ?? '1.18.33';
    const times = { time: { created: this.clock, updated: this.clock } };
    this.session = { info: { ...info, parentID: parentID || undefined, version, ...times }, messages: [] };
    // A fork copies the messages under new ids; calls keep theirs.
    for (const { info: message, parts } of origin?.session.messages ?? []) {
      this.#addMessage(
        { ...message, id: this.#id('msg') },
        parts.map(({ id: _id, ...part }) => part),
      );
    }
  }

  addSteps(steps: readonly Step[]): void {
    for (const step of inTurns(steps)) {
      if ('user' in step) {
        this.clock += (step.wait ?? 0) * 1000;
        this.#addMessage(this.#user(), [
          { type: 'text', text: step.user },
          { type: 'text', text: 'Be kind.', synthetic: true },
        ]);
      } else if ('says' in step) this.#addMessage(this.#assistant(), [{ type: 'text', text: step.says }]);
      else if ('compact' in step) {
        this.#addMessage(this.#user(), [{ type: 'compaction', auto: true }]);
        this.#addMessage({ ...this.#assistant(), summary: true }, [{ type: 'text', text: 'The work goes on.' }]);
      } else this.#addTurn(step);
    }
    (this.session.info.time as { updated: number }).updated = this.clock;
  }

  #addTurn(turn: readonly CallStep[]): void {
    this.clock += (turn[0]?.wait ?? 3) * 1000;
    const message = this.#assistant();
    const parts: Fields[] = [
      { type: 'step-start', snapshot: '791ddb3c' },
      { type: 'reasoning', text: 'A tool helps.' },
    ];
    for (const call of turn) {
      const callID = `call_${stableToken(24, 'call', this.#described.start, this.#seed, call.id)}`;
      this.#calls.set(call.id, callID);
      const start = this.clock;
      this.clock += (call.takes ?? 1) * 1000;
      this.#addSubagent(call);
      const state = openCodeState(call, this.#described.cwd, { start, end: this.clock });
      parts.push({ type: 'tool', callID, tool: openCodeName(call.use), state });
    }
    this.#addMessage(message, [...parts, { type: 'step-finish', reason: 'tool-calls', cost: 0 }]);
  }

  #addSubagent(call: CallStep): void {
    if (call.use.tool !== 'task' || call.use.steps.length === 0) return;
    const described = { ...this.#described, start: new Date(this.clock).toISOString() };
    const options = { parentID: this.session.info.id };
    const writer = new SessionWriter(described, `${this.#seed} ${call.id}`, this.#calls, options);
    writer.addSteps([{ user: call.use.task }, ...call.use.steps]);
    this.subagents.push(writer.session, ...writer.subagents);
    this.clock = writer.clock + 1000;
  }

  #user(): Fields & { id: string } {
    return { id: this.#id('msg'), role: 'user', time: { created: this.clock }, agent: 'build' };
  }

  #assistant(): Fields & { id: string } {
    const path = { cwd: this.#described.cwd, root: this.#described.cwd };
    return {
      id: this.#id('msg'),
      role: 'assistant',
      path,
      time: { created: this.clock, completed: this.clock + 10 },
      mode: 'build',
    };
  }

  #addMessage(info: Fields & { id: string }, parts: readonly Fields[]): void {
    const session = { sessionID: this.session.info.id };
    this.clock += 20;
    this.session.messages.push({
      info: { ...info, ...session },
      parts: parts.map((part) => ({ ...part, id: this.#id('prt'), ...session, messageID: info.id })),
    });
  }

  /** Ids begin with the time and a count, so that their order is that of the conversation. */
  #id(kind: string): string {
    this.#count++;
    const time = (this.clock * 4096 + this.#count).toString(16).padStart(14, '0');
    return `${kind}_${time}${stableToken(12, kind, this.#described.start, this.#seed, this.#count)}`;
  }
}
