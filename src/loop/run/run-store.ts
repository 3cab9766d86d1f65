import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { toAgentName } from '../../agents/find-agent.ts';
import { createRedactor } from '../../redaction/redact.ts';
import { redactTree } from '../../redaction/redact-tree.ts';
import { keepRedacted, type RedactedValue } from '../../redaction/redacted.ts';
import { systemError } from '../../shared/errors.ts';
import { hasCode, makeFolder, readTextFile, writeTextFile } from '../../shared/files.ts';
import { scratchPlace } from '../scratch/scratch.ts';
import { markProcess } from './processes.ts';
import type { RunRecord } from './run-record.ts';

/** The files of a run. */
interface RunFolder {
  folder: string;
  /** The scratch checkout; removed when the run has ended. */
  scratch: string;
  /** The files of the scratch checkout. */
  tree: string;
  bundle: string;
  /** The patch of the attempt that passed. */
  result: string;
  log(attempt: number): string;
  patch(attempt: number): string;
}

/** The time in the last id: no two runs of a process share one, whatever its clock says. */
let lastNamed = 0;

/** Returns an id for a run that sorts by time: to the millisecond, and after those that this process used before. */
export function newRunId(now: Date): string {
  lastNamed = Math.max(now.getTime(), lastNamed + 1);
  const time = new Date(lastNamed).toISOString().slice(0, 23).replace(/[-:.]/g, '').replace('T', '-');
  return `${time}-${randomBytes(3).toString('hex')}`;
}

/** Returns the files of a run. */
export function runFolder(dataDir: string, id: string): RunFolder {
  const folder = join(dataDir, 'loop', 'runs', id);
  return {
    folder,
    scratch: join(folder, 'scratch'),
    tree: scratchPlace(join(folder, 'scratch')).tree,
    bundle: join(folder, 'changes.bundle'),
    result: join(folder, 'result.patch'),
    log: (attempt) => join(folder, `attempt-${attempt}.log`),
    patch: (attempt) => join(folder, `attempt-${attempt}.patch`),
  };
}

/** Runs as last recorded, because a process must be recorded at once and redaction takes time. */
const kept = new WeakMap<RunRecord, RedactedValue<RunRecord>>();

/** Records the present state of a run, without the secrets that a task, a test's name or a reason may contain. */
export async function saveRun(dataDir: string, run: RunRecord): Promise<void> {
  const redactor = createRedactor();
  const redacted = await redactTree(run, (texts) => redactor.redact(texts));
  kept.set(run, redacted);
  await makeFolder(runFolder(dataDir, run.id).folder);
  await writeTextFile(recordPath(dataDir, run), printRun(redacted), { mode: 0o600 });
}

/**
 * The same synchronously, before anything else happens, because a process that was started and not recorded would be unknown. The
 * folder of the run exists already.
 */
function saveRunNow(dataDir: string, run: RunRecord): void {
  const last = kept.get(run);
  if (last === undefined) throw new Error('a run is kept before it starts anything');
  const path = recordPath(dataDir, run);
  writeFileSync(`${path}.now`, printRun(keepRedacted(last, { ...last, children: run.children })), { mode: 0o600 });
  renameSync(`${path}.now`, path);
}

/** Records a process that a run has started. If this process is killed, the next run ends the recorded one. */
export function noteStarted(dataDir: string, run: RunRecord, pid: number): void {
  run.children = [markProcess(pid)];
  saveRunNow(dataDir, run);
}

function recordPath(dataDir: string, { id }: Pick<RunRecord, 'id'>): string {
  return join(runFolder(dataDir, id).folder, 'run.json');
}

function printRun(run: RedactedValue<RunRecord>): string {
  return `${JSON.stringify(run, undefined, 2)}\n`;
}

/** Returns the recorded runs, the newest first. Unreadable ones are left out, because a record is never worth a failure. */
export async function listRuns(dataDir: string): Promise<RunRecord[]> {
  const folder = join(dataDir, 'loop', 'runs');
  // Before the first run there is no folder. One that cannot be read is an error, because it would look as if there were no runs.
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw systemError('unreadable', `Cannot read ${folder}`, error);
  });
  const runs = await Promise.all(
    names
      .sort()
      .reverse()
      .map(async (name) => readRun(folder, name)),
  );
  return runs.filter((run) => run !== undefined);
}

async function readRun(folder: string, name: string): Promise<RunRecord | undefined> {
  try {
    const value = JSON.parse((await readTextFile(join(folder, name, 'run.json')))?.text ?? '') as Partial<RunRecord>;
    const isWhole =
      value.version === 1 &&
      // The id is the name of its folder.
      value.id === name &&
      typeof value.root === 'string' &&
      typeof value.prefix === 'string' &&
      typeof value.task === 'string' &&
      typeof value.maxRetries === 'number' &&
      typeof value.owner?.pid === 'number' &&
      Array.isArray(value.attempts) &&
      Array.isArray(value.rules) &&
      Array.isArray(value.children);
    // Runs of earlier releases use other names for agents.
    return isWhole ? { ...(value as RunRecord), agent: toAgentName(String(value.agent)) } : undefined;
  } catch {
    return undefined;
  }
}
