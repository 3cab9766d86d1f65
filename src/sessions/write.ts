import type { BadLine, LogFile, ReadPart, SessionFacts } from '../agents/agent.ts';
import type { Call, Message } from '../agents/call.ts';
import { mergeFacts } from './facts.ts';
import { type FileTask, hashTail, type KnownFile } from './plan.ts';
import { CALL_COLUMNS, MESSAGE_COLUMNS, writeCall, writeMessage } from './rows.ts';
import { bumpState } from './state.ts';
import type { Prepared, Store, Value } from './store.ts';

/** What one read of one file adds, a part or the rest of it. Texts are redacted. */
export interface FileDelta extends ReadPart {
  task: FileTask;
  /** Ids of calls that were in the index before and have changed now. */
  reopened: ReadonlySet<string>;
  /** Set with the last part: the file was read to here. */
  end?: { offset: number; lines: number; bad: readonly BadLine[]; sessions: readonly SessionFacts[] };
}

/** Bad lines that are kept with their reason; the others are only counted. */
const MOST_BAD_LINES = 20;

/** Writes what was read into the index. */
export class Writer {
  /** Calls that the index did not have before. */
  newCalls = 0;
  readonly #store: Store;
  readonly #insertCall: Prepared;
  readonly #insertMessage: Prepared;
  readonly #findCall: Prepared;
  readonly #findMessage: Prepared;
  /** Rows of the files that are being written, by path; nothing for those that another process reads at the same time. */
  readonly #rows = new Map<string, number | undefined>();

  constructor(store: Store) {
    this.#store = store;
    const { db } = store;
    const call = Object.fromEntries(CALL_COLUMNS.map((column) => [column, '']));
    const message = Object.fromEntries(MESSAGE_COLUMNS.map((column) => [column, '']));
    this.#insertCall = store.prepare(
      db
        .insertInto('calls')
        .values(call as never)
        .onConflict((on) => on.doNothing()),
    );
    this.#insertMessage = store.prepare(
      db
        .insertInto('messages')
        .values(message as never)
        .onConflict((on) => on.doNothing()),
    );
    this.#findCall = store.prepare(
      db.selectFrom('calls').select(['file', 'outcome', 'waiting']).where('id', '=', '').where('agent', '=', ''),
    );
    this.#findMessage = store.prepare(db.selectFrom('messages').select('file').where('id', '=', '').where('agent', '=', ''));
  }

  /** Writes several deltas in one transaction. True if the content of the index is another one now. */
  write(deltas: readonly FileDelta[]): Promise<boolean> {
    return this.#store.transaction(async () => {
      let changed = false;
      for (const delta of deltas) {
        const file = await this.#openFile(delta.task);
        if (file === undefined) continue;
        for (const call of delta.calls) {
          const values = writeCall(call, file);
          const isKnown = delta.reopened.has(call.id);
          const inserted = isKnown ? 0 : this.#insertCall.run(values);
          // Awaiting only what is a promise saves a tenth of the time.
          if ((typeof inserted === 'number' ? inserted : await inserted) > 0) {
            this.newCalls++;
            changed = true;
          } else if (isKnown) {
            await this.#replaceCall(values);
            changed = true;
          } else if (await this.#joinCall(call, values, file)) changed = true;
        }
        for (const message of delta.messages) if (await this.#writeMessage(message, delta.task.agent.name, file)) changed = true;
        if (delta.end !== undefined && (await this.#closeFile(delta, file))) changed = true;
      }
      if (changed) await bumpState(this.#store);
      return changed;
    });
  }

  /** Takes files out, with all that was read from them. */
  async forget(rows: readonly KnownFile[]): Promise<void> {
    const { db } = this.#store;
    await this.#store.transaction(async () => {
      const ids = rows.map((row) => row.id);
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

  /** Notes the new time of files that were touched but not changed. */
  async touch(known: KnownFile, file: LogFile): Promise<void> {
    const time = { size: file.size, mtime: file.mtimeMs };
    await this.#store.db.updateTable('files').set(time).where('id', '=', known.id).where('offset', '=', known.offset).execute();
  }

  /** The row of a file that is as it was when the plan was made; nothing if another process has read it meanwhile. */
  async #openFile({ agent, file, root, from, known }: FileTask): Promise<number | undefined> {
    if (this.#rows.has(file.path)) return this.#rows.get(file.path);
    const { db } = this.#store;
    const find = db.selectFrom('files').select(['id', 'offset']).where('agent', '=', agent.name).where('path', '=', file.path);
    let row = await find.executeTakeFirst();
    if (row === undefined && known === undefined) {
      await db
        .insertInto('files')
        .values({
          ...describe(file),
          agent: agent.name,
          root,
          offset: 0,
          lines: 0,
          tail: '',
          reader: agent.version ?? 0,
          home: null,
        })
        .execute();
      row = await find.executeTakeFirst();
    }
    const id = row !== undefined && row.offset === from && (known === undefined || known.id === row.id) ? row.id : undefined;
    this.#rows.set(file.path, id);
    return id;
  }

  async #closeFile({ task, end }: FileDelta, id: number): Promise<boolean> {
    if (end === undefined) return false;
    const { agent, file, known } = task;
    const lines = known?.lines ?? 0;
    // What was unfinished at the end of the last read is read again.
    const before = (JSON.parse(known?.bad ?? '[]') as BadLine[]).filter((bad) => bad.offset < task.from);
    const lost = (known?.bad_count ?? 0) - (JSON.parse(known?.bad ?? '[]') as BadLine[]).length;
    const bad = [...before, ...end.bad.map((line) => ({ ...line, line: line.line + lines }))];
    const home = known?.home ?? end.sessions.find((facts) => facts.session === file.session)?.cwds[0] ?? null;
    await this.#store.db
      .updateTable('files')
      .set({
        ...describe(file),
        offset: end.offset,
        lines: lines + end.lines,
        tail: hashTail(file.path, end.offset),
        home,
        bad_count: lost + bad.length,
        bad: JSON.stringify(bad.slice(0, MOST_BAD_LINES)),
      })
      .where('id', '=', id)
      .execute();
    this.#rows.delete(file.path);
    let changed = false;
    for (const facts of end.sessions) if (await this.#writeFacts(facts, agent.name, id)) changed = true;
    return changed;
  }

  async #writeFacts(facts: SessionFacts, agent: string, file: number): Promise<boolean> {
    const { db } = this.#store;
    const key = { agent, session: facts.session, file };
    const find = db.selectFrom('sessions').select('facts').where('agent', '=', agent).where('session', '=', facts.session);
    const stored = (await find.where('file', '=', file).executeTakeFirst())?.facts;
    const text = JSON.stringify(stored === undefined ? facts : mergeFacts(JSON.parse(stored) as SessionFacts, facts));
    if (text === stored) return false;
    await db
      .insertInto('sessions')
      .values({ ...key, facts: text })
      .onConflict((on) => on.columns(['agent', 'session', 'file']).doUpdateSet({ facts: text }))
      .execute();
    return true;
  }

  /** The index has the call from another file, or from an earlier read that did not end. */
  async #joinCall(call: Call, values: Value[], file: number): Promise<boolean> {
    const [owner, outcome, waiting] = (await this.#findCall.all([call.id, call.agent]))[0] ?? [];
    await this.#noteCopy(file, Number(owner));
    // A fork may know how a call ended that was open when the session was forked.
    const isBetter =
      (outcome === 'unknown' && call.outcome !== 'unknown') || (owner === file && waiting !== null && !call.waiting);
    if (isBetter) await this.#replaceCall(values);
    return isBetter;
  }

  async #replaceCall(values: Value[]): Promise<void> {
    const [agent, id] = values;
    const row = Object.fromEntries(CALL_COLUMNS.map((column, index) => [column, values[index]]));
    const update = this.#store.db.updateTable('calls').set(row as never);
    await update.where('id', '=', String(id)).where('agent', '=', String(agent)).execute();
  }

  async #writeMessage(message: Message, agent: string, file: number): Promise<boolean> {
    const values = writeMessage(message, agent, file);
    if ((await this.#insertMessage.run(values)) > 0) return true;
    const [owner] = (await this.#findMessage.all([values[1] ?? '', agent]))[0] ?? [];
    await this.#noteCopy(file, Number(owner));
    return false;
  }

  /** Both ways: whichever goes, the other one still has what they share. */
  async #noteCopy(file: number, owner: number): Promise<void> {
    if (file === owner) return;
    const rows = [
      { file, owner },
      { file: owner, owner: file },
    ];
    await this.#store.db
      .insertInto('copies')
      .values(rows)
      .onConflict((on) => on.doNothing())
      .execute();
  }
}

function describe(file: LogFile) {
  return {
    path: file.path,
    session: file.session,
    size: file.size,
    mtime: file.mtimeMs,
    inode: String(file.inode),
    bad_count: 0,
    bad: '[]',
  };
}
