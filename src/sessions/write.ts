import type { Kysely } from 'kysely';
import type { BadLine, LogFile, ReadPart, SessionFacts } from '../agents/agent.ts';
import type { Call, Message } from '../agents/call.ts';
import type { RedactedValue } from '../redaction/redacted.ts';
import { mergeFacts } from './facts.ts';
import { hashTail, type KnownFile, type LogTask } from './plan.ts';
import { keyOf, type SessionKey } from './read.ts';
import type { Recent } from './recent.ts';
import { CALL_COLUMNS, MESSAGE_COLUMNS, writeCall, writeMessage } from './rows.ts';
import type { Tables } from './schema.ts';
import { bumpState } from './state.ts';
import type { Prepared, SqlValue, Store } from './store.ts';

/** The content that one read of one file adds, a part or the rest of it. */
export interface FileDelta extends ReadPart {
  task: LogTask;
  /** Ids of calls that were already in the index and have changed now. */
  reopened: ReadonlySet<string>;
  /** Set with the last part: the position up to which the file was read. */
  end?: { offset: number; lines: number; bad: readonly BadLine[]; sessions: readonly SessionFacts[] };
}

/** Upper bound for the bad lines kept with their reason; the others are only counted. */
const MOST_BAD_LINES = 20;

/** Prepares a writer; `recent` collects the content written. */
export async function openWriter(store: Store, recent?: Recent): Promise<Writer> {
  return new Writer(store, await store.builder(), recent);
}

/** Writes the content of logs into the index. */
export class Writer {
  /** Number of calls that the index did not have before. */
  newCalls = 0;
  /** The content written, if the index was empty before. */
  readonly recent: Recent | undefined;
  readonly #store: Store;
  readonly #db: Kysely<Tables>;
  readonly #insertCall: Prepared;
  readonly #insertMessage: Prepared;
  readonly #findCall: Prepared;
  readonly #findMessage: Prepared;
  readonly #findFile: Prepared;
  readonly #insertFile: Prepared;
  readonly #updateFile: Prepared;
  readonly #findFacts: Prepared;
  readonly #keepFacts: Prepared;
  readonly #anyMined: Prepared;
  readonly #forgetOne: Prepared;
  /** Rows of the files being written, by path; undefined for those that another process reads at the same time. */
  readonly #rows = new Map<string, number | undefined>();

  constructor(store: Store, db: Kysely<Tables>, recent: Recent | undefined) {
    this.#store = store;
    this.#db = db;
    this.recent = recent;
    // Compiled once: building a query takes 50 µs, ten times as long as running it.
    this.#insertCall = store.prepare(
      db
        .insertInto('calls')
        .values(blank(CALL_COLUMNS))
        .onConflict((on) => on.doNothing()),
    );
    this.#insertMessage = store.prepare(
      db
        .insertInto('messages')
        .values(blank(MESSAGE_COLUMNS))
        .onConflict((on) => on.doNothing()),
    );
    this.#insertFile = store.prepare(
      db
        .insertInto('files')
        .values(blank(FILE_COLUMNS))
        .onConflict((on) => on.doNothing())
        .returning(['id', 'offset']),
    );
    this.#updateFile = store.prepare(db.updateTable('files').set(blank(FILE_COLUMNS)).where('id', '=', 0));
    this.#findCall = store.prepare(
      db.selectFrom('calls').select(['file', 'outcome', 'waiting']).where('id', '=', '').where('agent', '=', ''),
    );
    this.#findMessage = store.prepare(
      db.selectFrom('messages').select('file').where('id', '=', '').where('agent', '=', ''),
    );
    this.#findFile = store.prepare(
      db.selectFrom('files').select(['id', 'offset']).where('agent', '=', '').where('path', '=', ''),
    );
    const facts = db.selectFrom('sessions').select('facts');
    this.#findFacts = store.prepare(facts.where('agent', '=', '').where('session', '=', '').where('file', '=', 0));
    this.#keepFacts = store.prepare(
      db
        .insertInto('sessions')
        .values({ agent: '', session: '', file: 0, facts: '' })
        .onConflict((on) =>
          on.columns(['agent', 'session', 'file']).doUpdateSet({ facts: (row) => row.ref('excluded.facts') }),
        ),
    );
    this.#anyMined = store.prepare(db.selectFrom('mined').select('agent').limit(1));
    this.#forgetOne = store.prepare(db.deleteFrom('mined').where('agent', '=', '').where('session', '=', ''));
  }

  /** Writes several deltas in one transaction. Returns whether the content of the index has changed. */
  write(deltas: readonly RedactedValue<FileDelta>[]): Promise<boolean> {
    return this.#store.transaction(async () => {
      let changed = false;
      const sessions = new Map<string, SessionKey>();
      for (const delta of deltas) {
        const file = await this.#openFile(delta.task);
        if (file === undefined) {
          this.#doubtRecent(delta);
          continue;
        }
        for (const call of delta.calls) {
          const values = writeCall(call, file);
          sessions.set(keyOf(call), call);
          const isKnown = delta.reopened.has(call.id);
          const inserted = isKnown ? 0 : this.#insertCall.run(values);
          // Awaiting only actual promises saves a tenth of the time.
          if ((typeof inserted === 'number' ? inserted : await inserted) > 0) {
            this.newCalls++;
            this.recent?.addCall(keyOf(call), call, file);
            changed = true;
          } else if (isKnown) {
            await this.#replaceCall(values);
            changed = true;
          } else if (await this.#joinCall(call, values, file)) changed = true;
        }
        const agent = delta.task.agent.name;
        for (const message of delta.messages) {
          sessions.set(keyOf({ agent, session: message.session }), { agent, session: message.session });
          if (await this.#writeMessage(message, agent, file)) changed = true;
        }
        if (delta.end !== undefined && (await this.#closeFile(delta, file))) changed = true;
      }
      if (changed) await this.#forgetMined(sessions.values());
      if (changed) await bumpState(this.#store);
      return changed;
    });
  }

  /** Removes files, with all content read from them. */
  async forget(rows: readonly KnownFile[]): Promise<void> {
    const db = this.#db;
    await this.#store.transaction(async () => {
      const ids = rows.map((row) => row.id);
      for (const id of ids) await this.#forgetMined(await this.#sessionsOf(id));
      for (const table of ['calls', 'messages', 'sessions', 'copies'] as const) {
        for (const id of ids) await db.deleteFrom(table).where('file', '=', id).execute();
      }
      for (const id of ids) {
        await db.deleteFrom('copies').where('owner', '=', id).execute();
        await db.deleteFrom('files').where('id', '=', id).execute();
      }
      await bumpState(this.#store);
    });
  }

  /** Another process writes these sessions, or parts of them: only the index has all of their content. */
  #doubtRecent({ task, calls, messages }: ReadPart & Pick<FileDelta, 'task'>): void {
    const agent = task.agent.name;
    for (const { session } of [...calls, ...messages]) this.recent?.forget(keyOf({ agent, session }));
  }

  /** Removes results computed from sessions that have changed. During a first read there are none, unless somebody watches it. */
  async #forgetMined(sessions: Iterable<SessionKey>): Promise<void> {
    if ((await this.#anyMined.all([1])).length === 0) return;
    for (const { agent, session } of sessions) await this.#forgetOne.run([agent, session]);
  }

  /** Returns the sessions of which a file has calls or messages. */
  async #sessionsOf(file: number): Promise<SessionKey[]> {
    const of = (table: 'calls' | 'messages') =>
      this.#db.selectFrom(table).select(['agent', 'session']).distinct().where('file', '=', file).execute();
    return [...(await of('calls')), ...(await of('messages'))];
  }

  /** Records the new time of files that were touched but not changed. */
  async touch(known: KnownFile, file: LogFile): Promise<void> {
    const time = { size: file.size, mtime: file.mtimeMs };
    await this.#db
      .updateTable('files')
      .set(time)
      .where('id', '=', known.id)
      .where('offset', '=', known.offset)
      .execute();
  }

  /**
   * Returns the row of a file that is unchanged since the plan was made; undefined if another process has read it in the
   * meantime.
   */
  async #openFile({ agent, file, root, from, known }: LogTask): Promise<number | undefined> {
    if (this.#rows.has(file.path)) return this.#rows.get(file.path);
    // A size that no file has: if this run is aborted, the next one must not treat the file as read.
    const fresh = { size: -1, offset: 0, lines: 0, tail: '', home: null, bad_count: 0, bad: '[]' };
    const added = known
      ? []
      : await this.#insertFile.all(
          list({ ...describe(file), agent: agent.name, root, reader: agent.version ?? 0, ...fresh }),
        );
    const row = added[0] ?? (await this.#findFile.all([agent.name, file.path]))[0];
    const id = row === undefined || row[1] !== from ? undefined : Number(row[0]);
    const mine = known === undefined || known.id === id ? id : undefined;
    this.#rows.set(file.path, mine);
    return mine;
  }

  async #closeFile({ task, end }: FileDelta, id: number): Promise<boolean> {
    if (end === undefined) return false;
    const { agent, file, known } = task;
    const lines = known?.lines ?? 0;
    // The unfinished end of the last read is read again.
    const before = (JSON.parse(known?.bad ?? '[]') as BadLine[]).filter((bad) => bad.offset < task.from);
    const lost = (known?.badCount ?? 0) - (JSON.parse(known?.bad ?? '[]') as BadLine[]).length;
    const bad = [...before, ...end.bad.map((line) => ({ ...line, line: line.line + lines }))];
    const home = known?.home ?? end.sessions.find((facts) => facts.session === file.session)?.cwds[0] ?? null;
    const row = {
      ...describe(file),
      agent: agent.name,
      root: task.root,
      offset: end.offset,
      lines: lines + end.lines,
      tail: hashTail(file.path, end.offset),
      reader: agent.version ?? 0,
      home,
      bad_count: lost + bad.length,
      bad: JSON.stringify(bad.slice(0, MOST_BAD_LINES)),
    };
    await this.#updateFile.run([...list(row), id]);
    this.#rows.delete(file.path);
    let changed = false;
    for (const facts of end.sessions) if (await this.#writeFacts(facts, agent.name, id)) changed = true;
    return changed;
  }

  async #writeFacts(facts: SessionFacts, agent: string, file: number): Promise<boolean> {
    const key = [agent, facts.session, file];
    const stored = (await this.#findFacts.all(key))[0]?.[0];
    const text = JSON.stringify(stored == null ? facts : mergeFacts(JSON.parse(String(stored)) as SessionFacts, facts));
    if (text === stored) return false;
    await this.#keepFacts.run([...key, text]);
    return true;
  }

  /** Merges a call that the index already has from another file, or from an earlier read that did not finish. */
  async #joinCall(call: Call, values: SqlValue[], file: number): Promise<boolean> {
    this.recent?.forget(keyOf(call));
    const [owner, outcome, waiting] = (await this.#findCall.all([call.id, call.agent]))[0] ?? [];
    await this.#noteCopy(file, Number(owner));
    // A fork may have the outcome of a call that was open when the session was forked.
    const isBetter =
      (outcome === 'unknown' && call.outcome !== 'unknown') || (owner === file && waiting !== null && !call.waiting);
    if (isBetter) await this.#replaceCall(values);
    return isBetter;
  }

  async #replaceCall(values: SqlValue[]): Promise<void> {
    const [agent, id, session] = values;
    this.recent?.forget(keyOf({ agent: String(agent), session: String(session) }));
    const row = Object.fromEntries(CALL_COLUMNS.map((column, index) => [column, values[index]]));
    const update = this.#db.updateTable('calls').set(row as never);
    await update.where('id', '=', String(id)).where('agent', '=', String(agent)).execute();
  }

  async #writeMessage(message: Message, agent: string, file: number): Promise<boolean> {
    const values = writeMessage(message, agent, file);
    if ((await this.#insertMessage.run(values)) > 0) {
      this.recent?.addMessage(keyOf({ agent, session: message.session }), message, file);
      return true;
    }
    this.recent?.forget(keyOf({ agent, session: message.session }));
    const [owner] = (await this.#findMessage.all([values[1] ?? '', agent]))[0] ?? [];
    await this.#noteCopy(file, Number(owner));
    return false;
  }

  /** Recorded both ways: whichever file is removed, the other one still has the shared calls. */
  async #noteCopy(file: number, owner: number): Promise<void> {
    if (file === owner) return;
    const rows = [
      { file, owner },
      { file: owner, owner: file },
    ];
    await this.#db
      .insertInto('copies')
      .values(rows)
      .onConflict((on) => on.doNothing())
      .execute();
  }
}

/** The columns of a file, in the order in which rows are written. */
const FILE_COLUMNS = [
  'agent',
  'root',
  'path',
  'session',
  'size',
  'mtime',
  'inode',
  'offset',
  'lines',
  'tail',
  'reader',
  'home',
  'bad_count',
  'bad',
] as const;

type FileRow = Record<(typeof FILE_COLUMNS)[number], SqlValue>;

function list(row: FileRow): SqlValue[] {
  return FILE_COLUMNS.map((column) => row[column]);
}

/** Stands for the values of a row in a query that is compiled once. */
function blank(columns: readonly string[]): never {
  return Object.fromEntries(columns.map((column) => [column, ''])) as never;
}

function describe(file: LogFile): Pick<FileRow, 'path' | 'session' | 'size' | 'mtime' | 'inode'> {
  return { path: file.path, session: file.session, size: file.size, mtime: file.mtimeMs, inode: String(file.inode) };
}
