import type { BadLine, LogFile, ReadPart, SessionFacts } from '../agents/agent.ts';
import type { Call, Message } from '../agents/call.ts';
import type { RedactedValue } from '../redaction/redacted.ts';
import { mergeFacts } from './facts.ts';
import { hashTail, type KnownFile, type LogTask } from './plan.ts';
import { keyOf, type SessionKey } from './read.ts';
import type { Recent } from './recent.ts';
import { writeCall, writeMessage } from './rows.ts';
import { CALL_COLUMNS, FILE_COLUMNS, MESSAGE_COLUMNS } from './schema.ts';
import { bumpState } from './state.ts';
import type { SqlValue, Store } from './store.ts';

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

/** Writes the content of logs into the index. */
export class Writer {
  /** Number of calls that the index did not have before. */
  newCalls = 0;
  /** The content written, if the index was empty before. */
  readonly recent: Recent | undefined;
  readonly #store: Store;
  /** Rows of the files being written, by path; undefined for those that another process reads at the same time. */
  readonly #rows = new Map<string, number | undefined>();

  constructor(store: Store, recent: Recent | undefined) {
    this.#store = store;
    this.recent = recent;
  }

  /** Writes several deltas in one transaction. */
  write(deltas: readonly RedactedValue<FileDelta>[]): void {
    this.#store.transaction(() => {
      let changed = false;
      const sessions = new Map<string, SessionKey>();
      for (const delta of deltas) {
        const file = this.#openFile(delta.task);
        if (file === undefined) {
          this.#doubtRecent(delta);
          continue;
        }
        for (const call of delta.calls) {
          sessions.set(keyOf(call), call);
          if (this.#writeCall(call, file, delta.reopened.has(call.id))) changed = true;
        }
        const agent = delta.task.agent.name;
        for (const message of delta.messages) {
          sessions.set(keyOf({ agent, session: message.session }), { agent, session: message.session });
          if (this.#writeMessage(message, agent, file)) changed = true;
        }
        if (delta.end !== undefined && this.#closeFile(delta, file)) changed = true;
      }
      if (changed) this.#forgetMined(sessions.values());
      if (changed) bumpState(this.#store);
    });
  }

  /** Removes files, with all content read from them. */
  forget(rows: readonly KnownFile[]): void {
    this.#store.transaction(() => {
      for (const { id } of rows) {
        const own = 'select distinct agent, session from';
        const sessions = this.#store.all(`${own} calls where file = ? union ${own} messages where file = ?`, id, id);
        this.#forgetMined(sessions.map(([agent, session]) => ({ agent: String(agent), session: String(session) })));
      }
      for (const { id } of rows) {
        for (const table of ['calls', 'messages', 'sessions'])
          this.#store.run(`delete from ${table} where file = ?`, id);
        this.#store.run('delete from copies where file = ? or owner = ?', id, id);
        this.#store.run('delete from files where id = ?', id);
      }
      bumpState(this.#store);
    });
  }

  /** Another process writes these sessions, or parts of them: only the index has all of their content. */
  #doubtRecent({ task, calls, messages }: ReadPart & Pick<FileDelta, 'task'>): void {
    const agent = task.agent.name;
    for (const { session } of [...calls, ...messages]) this.recent?.forget(keyOf({ agent, session }));
  }

  /** Removes results computed from sessions that have changed. During a first read there are none, unless somebody watches it. */
  #forgetMined(sessions: Iterable<SessionKey>): void {
    if (this.#store.all('select 1 from mined limit 1').length === 0) return;
    for (const { agent, session } of sessions)
      this.#store.run('delete from mined where agent = ? and session = ?', agent, session);
  }

  /** Records the new time of files that were touched but not changed. */
  touch({ id, offset }: KnownFile, { size, mtimeMs }: LogFile): void {
    this.#store.run('update files set size = ?, mtime = ? where id = ? and offset = ?', size, mtimeMs, id, offset);
  }

  /**
   * Returns the row of a file that is unchanged since the plan was made; undefined if another process has read it in the
   * meantime.
   */
  #openFile({ agent, file, root, from, known }: LogTask): number | undefined {
    if (this.#rows.has(file.path)) return this.#rows.get(file.path);
    // A size that no file has: if this run is aborted, the next one must not treat the file as read.
    const fresh = { size: -1, offset: 0, lines: 0, tail: '', home: null, bad_count: 0, bad: '[]' };
    const added = known
      ? []
      : this.#store.all(
          INSERT_FILE,
          ...list({ ...describe(file), agent: agent.name, root, reader: agent.version ?? 0, ...fresh }),
        );
    const [row] =
      added.length > 0
        ? added
        : this.#store.all('select id, offset from files where agent = ? and path = ?', agent.name, file.path);
    const id = row === undefined || row[1] !== from ? undefined : Number(row[0]);
    const mine = known === undefined || known.id === id ? id : undefined;
    this.#rows.set(file.path, mine);
    return mine;
  }

  #closeFile({ task, end }: FileDelta, id: number): boolean {
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
    this.#store.run(UPDATE_FILE, ...list(row), id);
    this.#rows.delete(file.path);
    let changed = false;
    for (const facts of end.sessions) if (this.#writeFacts(facts, agent.name, id)) changed = true;
    return changed;
  }

  #writeFacts(facts: SessionFacts, agent: string, file: number): boolean {
    const key = [agent, facts.session, file];
    const [row] = this.#store.all('select facts from sessions where agent = ? and session = ? and file = ?', ...key);
    const stored = row?.[0];
    const text = JSON.stringify(stored == null ? facts : mergeFacts(JSON.parse(String(stored)) as SessionFacts, facts));
    if (text === stored) return false;
    this.#store.run('insert or replace into sessions (agent, session, file, facts) values (?, ?, ?, ?)', ...key, text);
    return true;
  }

  /** Writes a call that is new, or that was open when its file was last read; joins it with what other files have of it. */
  #writeCall(call: Call, file: number, isReopened: boolean): boolean {
    const values = writeCall(call, file);
    if (!isReopened && this.#store.run(INSERT_CALL, ...values) > 0) {
      this.newCalls++;
      this.recent?.addCall(keyOf(call), call, file);
      return true;
    }
    this.recent?.forget(keyOf(call));
    const isBetter = isReopened || this.#isBetter(call, file);
    if (isBetter) this.#store.run(UPDATE_CALL, ...values, call.id, call.agent);
    return isBetter;
  }

  /** Whether a call says more than what the index has of it from another file, or from an earlier read that did not finish. */
  #isBetter(call: Call, file: number): boolean {
    const [row = []] = this.#store.all(
      'select file, outcome, waiting from calls where id = ? and agent = ?',
      call.id,
      call.agent,
    );
    const [owner, outcome, waiting] = row;
    this.#noteCopy(file, Number(owner));
    // A fork may have the outcome of a call that was open when the session was forked.
    return (
      (outcome === 'unknown' && call.outcome !== 'unknown') || (owner === file && waiting !== null && !call.waiting)
    );
  }

  #writeMessage(message: Message, agent: string, file: number): boolean {
    const values = writeMessage(message, agent, file);
    if (this.#store.run(INSERT_MESSAGE, ...values) > 0) {
      this.recent?.addMessage(keyOf({ agent, session: message.session }), message, file);
      return true;
    }
    this.recent?.forget(keyOf({ agent, session: message.session }));
    const [row] = this.#store.all('select file from messages where id = ? and agent = ?', values[1] ?? '', agent);
    this.#noteCopy(file, Number(row?.[0]));
    return false;
  }

  /** Recorded both ways: whichever file is removed, the other one still has the shared calls. */
  #noteCopy(file: number, owner: number): void {
    if (file !== owner)
      this.#store.run('insert or ignore into copies (file, owner) values (?, ?), (?, ?)', file, owner, owner, file);
  }
}

const INSERT_FILE = `insert or ignore into files (${FILE_COLUMNS}) values (${marks(FILE_COLUMNS)}) returning id, offset`;
const UPDATE_FILE = `update files set ${FILE_COLUMNS.map((column) => `${column} = ?`)} where id = ?`;
const INSERT_CALL = `insert or ignore into calls (${CALL_COLUMNS}) values (${marks(CALL_COLUMNS)})`;
const UPDATE_CALL = `update calls set ${CALL_COLUMNS.map((column) => `${column} = ?`)} where id = ? and agent = ?`;
const INSERT_MESSAGE = `insert or ignore into messages (${MESSAGE_COLUMNS}) values (${marks(MESSAGE_COLUMNS)})`;

function marks(columns: readonly string[]): string {
  return columns.map(() => '?').join();
}

type FileRow = Record<(typeof FILE_COLUMNS)[number], SqlValue>;

function list(row: FileRow): SqlValue[] {
  return FILE_COLUMNS.map((column) => row[column]);
}

function describe(file: LogFile): Pick<FileRow, 'path' | 'session' | 'size' | 'mtime' | 'inode'> {
  return { path: file.path, session: file.session, size: file.size, mtime: file.mtimeMs, inode: String(file.inode) };
}
