import type { Agent, Places, ReadPart, ReadResult, SessionFacts } from '../agents/agent.ts';
import type { Call } from '../agents/call.ts';
import { agents } from '../agents/registry.ts';
import { keepRedacted, type RedactedValue } from '../redaction/redacted.ts';
import { type KnownFile, type LogTask, planRefresh, type ReadingPlan, readKnownFile, type Unreadable } from './plan.ts';
import type { ReadingThreads, ThreadReading } from './reading-threads.ts';
import { Recent } from './recent.ts';
import { type Redact, redactPart } from './redact-part.ts';
import { CALL_COLUMNS, readCall } from './rows.ts';
import { readState } from './state.ts';
import type { Store } from './store.ts';
import { type FileDelta, openWriter, type Writer } from './write.ts';

/** The logs to bring up to date, and the options for it. */
export interface RefreshOptions {
  agents: readonly Agent[];
  places: Places;
  /** Redacts every text before it is stored. */
  redact: Redact;
  /** Returns threads that help to read so many bytes; undefined if that is not worthwhile. */
  startThreads?: (bytes: number) => Promise<ReadingThreads | undefined>;
  /** Called periodically with the number of bytes read and the total. */
  onProgress?: (done: number, total: number) => void;
  /**
   * Called after each file but the last; reading waits for it. `soFar` writes what was read to the index, and describes the index
   * as it then is.
   */
  onFile?: (soFar: () => Promise<RefreshReport>) => Promise<void>;
}

/** A line that could not be read. */
export interface BadFileLine {
  path: string;
  line: number;
  reason: string;
}

/** The outcome of a refresh. */
export interface RefreshReport {
  /** Log files on disk, by agent. */
  agents: { name: string; title: string; root: string; files: number; bytes: number }[];
  /** Number of files with new content. */
  filesRead: number;
  bytesRead: number;
  newCalls: number;
  /** Number of lines in all files that could not be read, and the first of each file. */
  badLines: number;
  bad: BadFileLine[];
  /** Number of files that no longer exist, whose content was removed. */
  removed: number;
  unreadable: Unreadable[];
  /** Whether the content of the index has changed. */
  changed: boolean;
  /** Changes exactly when the content does. */
  state: string;
  /** Notices for the user: an index that was rebuilt, or could not be kept. */
  notices: string[];
}

/** Reads the new parts of logs into the index. */
export async function refreshStore(
  store: Store,
  options: RefreshOptions,
): Promise<{ report: RefreshReport; recent: Recent | undefined }> {
  const before = await readState(store);
  const plan = await planRefresh(store, options.agents, options.places);
  const total = plan.tasks.reduce((sum, task) => sum + Math.max(0, task.file.size - task.from), 0);
  const isIdle = plan.tasks.length === 0 && plan.forget.length === 0 && plan.touched.length === 0;
  const writer = isIdle ? undefined : await openWriter(store, plan.known.length === 0 ? new Recent() : undefined);
  const describe = async (): Promise<RefreshReport> => {
    const state = isIdle ? before : await readState(store);
    return {
      agents: plan.found.map(({ agent, root, files, bytes }) => ({
        name: agent.name,
        title: agent.title,
        root,
        files,
        bytes,
      })),
      filesRead: plan.tasks.length,
      bytesRead: total,
      newCalls: writer?.newCalls ?? 0,
      ...listBadLines(isIdle ? plan.known : (await store.ask('files', [])).map(readKnownFile), plan),
      removed: plan.removed,
      unreadable: plan.unreadable,
      changed: state !== before,
      state,
      notices: [],
    };
  };
  if (writer) await executePlan(store, plan, writer, options, { total, describe });
  return { report: await describe(), recent: writer?.recent };
}

async function executePlan(
  store: Store,
  plan: ReadingPlan,
  writer: Writer,
  { redact, startThreads, onProgress, onFile }: RefreshOptions,
  { total, describe }: { total: number; describe: () => Promise<RefreshReport> },
): Promise<void> {
  if (plan.forget.length > 0) await writer.forget(plan.forget);
  for (const { known, file } of plan.touched) await writer.touch(known, file);
  const batch = new Batch(writer, redact);
  const threads = plan.tasks.length > 1 ? await startThreads?.(total) : undefined;
  const soFar = async () => {
    await batch.flush();
    return describe();
  };
  await readTasks(store, plan, batch, threads, {
    onBytes: (done) => onProgress?.(done, total),
    onFile: () => onFile?.(soFar),
  });
}

async function readTasks(
  store: Store,
  plan: ReadingPlan,
  batch: Batch,
  threads: ReadingThreads | undefined,
  { onBytes, onFile }: { onBytes: (done: number) => void; onFile: () => Promise<void> | undefined },
): Promise<void> {
  let done = 0;
  const given = threads ? shareOut(plan.tasks, threads.count) : [];
  // A position, because taking the first of 100,000 files away moves all the others.
  let offered = 0;
  const readings = new Map<LogTask, ThreadReading>();
  const ahead = new ReadAhead(store, threads ? listOwn(plan.tasks, given) : []);
  for (const task of plan.tasks) {
    for (let next = given[offered]; threads && next !== undefined; next = given[offered]) {
      const reading = threads.offer(next.agent.name, next.file);
      if (!reading) break;
      readings.set(next, reading);
      offered += 1;
    }
    // Files for which no thread had room are read here.
    if (given[offered] === task) offered += 1;
    const reading = readings.get(task);
    readings.delete(task);
    const onPart = (bytes: number): void => onBytes(done + bytes);
    const unreadable = reading
      ? await takeReading(store, task, reading, batch, ahead, onPart)
      : await (ahead.take(task)?.(batch) ?? readTask(store, task, batch, onPart));
    if (unreadable !== undefined) plan.unreadable.push({ path: task.file.path, reason: unreadable });
    done += Math.max(0, task.file.size - task.from);
    onBytes(done);
    if (task !== plan.tasks.at(-1)) await onFile();
  }
  await batch.flush();
}

function listOwn(tasks: readonly LogTask[], given: readonly LogTask[]): LogTask[] {
  const others = new Set(given);
  return tasks.filter((task) => !others.has(task));
}

/** Upper bound for the bytes of logs that are read before their turn: a tenth of them or less is kept. */
const MOST_AHEAD = 64_000_000;

/**
 * Files that the main thread reads before their turn, while it waits for another thread. They are written in their turn, so that
 * the index does not depend on who was faster.
 */
class ReadAhead {
  readonly #store: Store;
  /** Files for the main thread, and the position of the first that nobody has begun with. */
  readonly #own: readonly LogTask[];
  #next = 0;
  readonly #read = new Map<LogTask, (batch: Batch) => Promise<string | undefined>>();
  #bytes = 0;

  constructor(store: Store, own: readonly LogTask[]) {
    this.#store = store;
    this.#own = own;
  }

  /** Reads one more file; returns false if there is none, or enough was read. */
  async next(): Promise<boolean> {
    const task = this.#own[this.#next];
    if (task === undefined || this.#bytes + task.file.size > MOST_AHEAD) return false;
    this.#next += 1;
    const deltas: FileDelta[] = [];
    const keep = { add: async (delta: FileDelta) => void deltas.push(delta) };
    const unreadable = await readTask(this.#store, task, keep, () => {});
    this.#bytes += task.file.size;
    this.#read.set(task, async (batch) => {
      this.#bytes -= task.file.size;
      for (const delta of deltas) await batch.add(delta);
      return unreadable;
    });
    return true;
  }

  /** Returns the function that writes a file, if it was read before its turn; otherwise it is not read here any more. */
  take(task: LogTask): ((batch: Batch) => Promise<string | undefined>) | undefined {
    const write = this.#read.get(task);
    this.#read.delete(task);
    if (!write && this.#own[this.#next] === task) this.#next += 1;
    return write;
  }
}

/**
 * Chooses the files for the threads so that all finish at the same time: relative to reading, passing on takes a tenth, and
 * writing, which only the main thread does, a third.
 */
function shareOut(tasks: readonly LogTask[], threads: number): LogTask[] {
  const share = Math.max(0, (1.1 - 0.35 * threads) / (1.1 + threads));
  let all = 0;
  let own = 0;
  return tasks.filter((task, index) => {
    all += task.file.size;
    // While threads start, there is nothing else to do.
    const isOwn = index === 0 || !canBeGiven(task) || own + task.file.size / 2 <= share * all;
    if (isOwn) own += task.file.size;
    return !isOwn;
  });
}

/**
 * Whether a thread can read a file: threads have only the built-in agents, and continuing a file needs its content in the index.
 */
function canBeGiven({ agent, known }: LogTask): boolean {
  return known === undefined && agents.includes(agent);
}

async function takeReading(
  store: Store,
  task: LogTask,
  reading: ThreadReading,
  batch: Batch,
  ahead: ReadAhead,
  onBytes: (bytes: number) => void,
): Promise<string | undefined> {
  const about = { task, reopened: NONE };
  const take = async (part: RedactedValue<ReadPart>) => {
    await batch.addRedacted({ ...part, ...about });
    noteProgress(part, task, onBytes);
  };
  const result = await reading.follow(take, () => ahead.next());
  if (!result) return readTask(store, task, batch, onBytes);
  return endTask(result, about, (delta) => batch.addRedacted(keepRedacted(result, delta)));
}

const NONE: ReadonlySet<string> = new Set();

async function readTask(
  store: Store,
  task: LogTask,
  batch: Pick<Batch, 'add'>,
  onBytes: (bytes: number) => void,
): Promise<string | undefined> {
  const { agent, file, from } = task;
  const open = task.known === undefined ? [] : await readOpenCalls(store, task.known.id);
  const reopened = new Set(open.map((call) => call.id));
  const take = async (part: ReadPart): Promise<void> => {
    await batch.add({ ...part, task, reopened });
    noteProgress(part, task, onBytes);
  };
  return endTask(await agent.read(file, from, open, take), { task, reopened }, (delta) => batch.add(delta));
}

/** Writes the last part of a file. Returns the reason if it could not be read to its end. */
async function endTask(
  { calls, messages, sessions, bad, offset, lines, unreadable }: ReadResult,
  about: Pick<FileDelta, 'task' | 'reopened'>,
  add: (delta: FileDelta) => Promise<void>,
): Promise<string | undefined> {
  // A file that cannot be opened is tried again next time.
  if (unreadable !== undefined && offset === about.task.from) return unreadable;
  await add({ ...about, calls, messages, end: { offset, lines, bad, sessions } });
  return unreadable;
}

function noteProgress({ calls }: ReadPart, { from }: LogTask, onBytes: (bytes: number) => void): void {
  const last = calls.at(-1)?.source;
  if (last !== undefined) onBytes((last.result ?? last.call) - from);
}

/** Returns the calls of a file that a later line may still change. */
async function readOpenCalls(store: Store, file: number): Promise<Call[]> {
  const db = await store.builder();
  const query = db.selectFrom('calls').select(CALL_COLUMNS).where('file', '=', file).where('waiting', 'is not', null);
  const rows = await store.prepare(query).all([file]);
  // The reader numbers calls by their position in the file.
  return rows.map((row) => readCall(row, Number(row[5])));
}

function listBadLines(known: readonly KnownFile[], plan: ReadingPlan): Pick<RefreshReport, 'badLines' | 'bad'> {
  const isMine = (row: KnownFile): boolean =>
    plan.found.some(({ agent, root }) => agent.name === row.agent && root === row.root);
  const mine = known.filter((row) => row.badCount > 0 && isMine(row));
  return {
    badLines: mine.reduce((sum, row) => sum + row.badCount, 0),
    bad: mine.flatMap(({ path, bad }) =>
      (JSON.parse(bad) as { line: number; reason: string }[]).map(({ line, reason }) => ({ path, line, reason })),
    ),
  };
}

/**
 * Number of calls that are redacted and written together. Small files share a transaction; a large one takes several. Each commit
 * writes the pages of the keys again, so a few large ones are better; these take some 5 MB.
 */
const BATCH_CALLS = 2000;

class Batch {
  readonly #writer: Writer;
  readonly #redact: Redact;
  /** In order of arrival; those read by threads are already redacted. */
  #deltas: { delta: FileDelta; redacted?: RedactedValue<FileDelta> }[] = [];
  #size = 0;

  constructor(writer: Writer, redact: Redact) {
    this.#writer = writer;
    this.#redact = redact;
  }

  add(delta: FileDelta): Promise<void> {
    return this.#put({ delta });
  }

  addRedacted(redacted: RedactedValue<FileDelta>): Promise<void> {
    return this.#put({ delta: redacted, redacted });
  }

  async flush(): Promise<void> {
    if (this.#deltas.length === 0) return;
    const deltas = this.#deltas;
    this.#deltas = [];
    this.#size = 0;
    const open = deltas.filter(({ redacted }) => redacted === undefined).map(({ delta }) => delta);
    const part: ReadPart = {
      calls: open.flatMap((delta) => delta.calls),
      messages: open.flatMap((delta) => delta.messages),
    };
    const sessions: SessionFacts[] = open.flatMap((delta) => delta.end?.sessions ?? []);
    // In place: the deltas are redacted with it.
    const done = await redactPart(part, sessions, this.#redact);
    await this.#writer.write(deltas.map(({ delta, redacted }) => redacted ?? keepRedacted(done, delta)));
  }

  async #put(waiting: { delta: FileDelta; redacted?: RedactedValue<FileDelta> }): Promise<void> {
    this.#deltas.push(waiting);
    this.#size += waiting.delta.calls.length + waiting.delta.messages.length;
    if (this.#size >= BATCH_CALLS) await this.flush();
  }
}
