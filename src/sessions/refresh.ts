import type { Agent, Places, ReadPart, SessionFacts } from '../agents/agent.ts';
import type { Call } from '../agents/call.ts';
import { keepRedacted } from '../redaction/redacted.ts';
import {
  type KnownFile,
  type LogTask,
  listKnownFiles,
  planRefresh,
  type ReadingPlan,
  type Unreadable,
} from './plan.ts';
import { Recent } from './recent.ts';
import { type Redact, redactPart } from './redact-part.ts';
import { readCall } from './rows.ts';
import { CALL_COLUMNS } from './schema.ts';
import { readState } from './state.ts';
import type { Store } from './store.ts';
import { type FileDelta, Writer } from './write.ts';

/** The logs to bring up to date, and the options for it. */
export interface RefreshOptions {
  agents: readonly Agent[];
  places: Places;
  /** Redacts every text before it is stored. */
  redact: Redact;
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
  const before = readState(store);
  const plan = await planRefresh(store, options.agents, options.places);
  const total = plan.tasks.reduce((sum, task) => sum + Math.max(0, task.file.size - task.from), 0);
  const isIdle = plan.tasks.length === 0 && plan.forget.length === 0 && plan.touched.length === 0;
  const writer = isIdle ? undefined : new Writer(store, plan.known.length === 0 ? new Recent() : undefined);
  const describe = (): RefreshReport => {
    const state = isIdle ? before : readState(store);
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
      ...listBadLines(isIdle ? plan.known : listKnownFiles(store), plan),
      removed: plan.removed,
      unreadable: plan.unreadable,
      changed: state !== before,
      state,
      notices: [],
    };
  };
  if (writer) await executePlan(store, plan, writer, options, { total, describe });
  return { report: describe(), recent: writer?.recent };
}

async function executePlan(
  store: Store,
  plan: ReadingPlan,
  writer: Writer,
  { redact, onProgress, onFile }: RefreshOptions,
  { total, describe }: { total: number; describe: () => RefreshReport },
): Promise<void> {
  if (plan.forget.length > 0) writer.forget(plan.forget);
  for (const { known, file } of plan.touched) writer.touch(known, file);
  const batch = new Batch(writer, redact);
  const soFar = async () => {
    await batch.flush();
    return describe();
  };
  await readTasks(store, plan, batch, {
    onBytes: (done) => onProgress?.(done, total),
    onFile: () => onFile?.(soFar),
  });
}

async function readTasks(
  store: Store,
  plan: ReadingPlan,
  batch: Batch,
  { onBytes, onFile }: { onBytes: (done: number) => void; onFile: () => Promise<void> | undefined },
): Promise<void> {
  let done = 0;
  for (const task of plan.tasks) {
    const unreadable = await readTask(store, task, batch, (bytes) => onBytes(done + bytes));
    if (unreadable !== undefined) plan.unreadable.push({ path: task.file.path, reason: unreadable });
    done += Math.max(0, task.file.size - task.from);
    onBytes(done);
    if (task !== plan.tasks.at(-1)) await onFile();
  }
  await batch.flush();
}

/** Reads what is new in a file. Returns the reason if it could not be read to its end. */
async function readTask(
  store: Store,
  task: LogTask,
  batch: Batch,
  onBytes: (bytes: number) => void,
): Promise<string | undefined> {
  const { agent, file, from } = task;
  const open = task.known === undefined ? [] : readOpenCalls(store, task.known.id);
  const reopened = new Set(open.map((call) => call.id));
  const take = async (part: ReadPart): Promise<void> => {
    await batch.add({ ...part, task, reopened });
    const last = part.calls.at(-1)?.source;
    if (last !== undefined) onBytes((last.result ?? last.call) - from);
  };
  const result = await agent.read(file, from, open, take);
  const { calls, messages, sessions, bad, offset, lines, unreadable } = result;
  // A file that cannot be opened is tried again next time.
  if (unreadable !== undefined && offset === from) return unreadable;
  await batch.add({ calls, messages, task, reopened, end: { offset, lines, bad, sessions } });
  return unreadable;
}

/** Returns the calls of a file that a later line may still change. */
function readOpenCalls(store: Store, file: number): Call[] {
  const rows = store.all(`select ${CALL_COLUMNS.join()} from calls where file = ? and waiting is not null`, file);
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
  #deltas: FileDelta[] = [];
  #size = 0;

  constructor(writer: Writer, redact: Redact) {
    this.#writer = writer;
    this.#redact = redact;
  }

  async add(delta: FileDelta): Promise<void> {
    this.#deltas.push(delta);
    this.#size += delta.calls.length + delta.messages.length;
    if (this.#size >= BATCH_CALLS) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#deltas.length === 0) return;
    const deltas = this.#deltas;
    this.#deltas = [];
    this.#size = 0;
    const part: ReadPart = {
      calls: deltas.flatMap((delta) => delta.calls),
      messages: deltas.flatMap((delta) => delta.messages),
    };
    const sessions: SessionFacts[] = deltas.flatMap((delta) => delta.end?.sessions ?? []);
    // In place: the deltas are redacted with it.
    const done = await redactPart(part, sessions, this.#redact);
    this.#writer.write(deltas.map((delta) => keepRedacted(done, delta)));
  }
}
