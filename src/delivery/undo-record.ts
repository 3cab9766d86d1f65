import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, systemError } from '../shared/errors.ts';
import {
  hasCode,
  makeFolder,
  moveFile,
  readTextFile,
  removeFile,
  removeLeftovers,
  writeTextFile,
} from '../shared/files.ts';

/** The state of one file before a run, and a hash of its text after the run. */
export interface UndoneChange {
  /** The path as the user knows it, and the path with all links followed at that time. */
  path: string;
  target: string;
  /** The folder that must contain it. */
  root: string;
  /** The old text; absent if the file was created. */
  before?: string;
  /** Permission bits of the old file. */
  mode?: number;
  /** The hash of the new text; absent if the file was removed. */
  afterHash?: string;
}

/** Everything needed to revert one run. It is written before the first file of the run. */
export interface UndoRecord {
  version: 1;
  /** The time, ISO 8601. */
  at: string;
  projectRoot: string;
  changes: UndoneChange[];
  /** Folders that were created, outermost first. */
  folders: string[];
}

/** The number of runs that can be reverted; older records are deleted, because they contain whole files. */
const RECORDS_KEPT = 100;
const RECORD_NAME = /^[\dTZ-]+-(\d{1,9})(\.begun)?\.json$/;

/** A stored record. */
interface KeptRecord {
  path: string;
  /** The number that orders the records. */
  number: number;
  /** Whether its run has not ended: it is in progress, or it was killed. */
  isBegun: boolean;
}

/** Stores the record of a run that begins, and returns its path. `endRecord` marks everything as written. */
export async function saveRecord(dataDir: string, record: UndoRecord): Promise<string> {
  const folder = join(dataDir, 'undo');
  await makeFolder(folder);
  const known = await listRecords(dataDir);
  for (const { path } of known.slice(0, Math.max(0, known.length - RECORDS_KEPT + 1))) await removeFile(path);
  // The number orders them, because clocks are set back; the timestamp is for people who look into the folder.
  const number = (known.at(-1)?.number ?? 0) + 1;
  const path = join(folder, `${record.at.replace(/[:.]/g, '-')}-${number}.begun.json`);
  // Context files may be private: nobody else may read the copies.
  await writeTextFile(path, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600 });
  return path;
}

/** Marks the run of a record as ended, and returns the new path of the record. */
export async function endRecord(path: string): Promise<string> {
  const ended = path.replace(/\.begun\.json$/, '.json');
  await moveFile(path, ended);
  return ended;
}

/** Marks a run as not ended: it is about to be reverted, and after a crash the next run continues that. */
export async function reopenRecord(path: string): Promise<string> {
  const begun = path.replace(/(?:\.begun)?\.json$/, '.begun.json');
  if (begun !== path) await moveFile(path, begun);
  return begun;
}

/** Removes the remains of records that were not written completely. */
export async function removeHalfRecords(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'undo');
  const names = await readdir(folder).catch(() => []);
  const halves = names.flatMap((name) => /^\.(.+\.json)\.\d+\.[\da-f]+\.tmp$/.exec(name)?.[1] ?? []);
  for (const name of halves) await removeLeftovers(join(folder, name));
}

/** Returns the stored records, oldest first. */
export async function listRecords(dataDir: string): Promise<KeptRecord[]> {
  const folder = join(dataDir, 'undo');
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw systemError('unreadable', `Cannot read ${folder}`, error);
  });
  return names
    .flatMap((name) => {
      const [, number, begun] = RECORD_NAME.exec(name) ?? [];
      return number === undefined
        ? []
        : [{ path: join(folder, name), number: Number(number), isBegun: begun !== undefined }];
    })
    .sort((a, b) => a.number - b.number);
}

/** Reads a record. */
export async function readRecord(path: string): Promise<UndoRecord> {
  try {
    const value: unknown = JSON.parse((await readTextFile(path))?.text ?? '');
    if (isRecord(value)) return value;
  } catch (error) {
    if (error instanceof AppError) throw error;
  }
  throw new AppError('broken-file', `${path} is not an undo record`, {
    hint: 'Delete it to undo what was done before it.',
  });
}

/** Returns the hash by which a file is recognised as unchanged since a run. */
export function contentHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function isRecord(value: unknown): value is UndoRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { version, projectRoot, changes, folders } = value as Partial<Record<keyof UndoRecord, unknown>>;
  return (
    version === 1 &&
    typeof projectRoot === 'string' &&
    Array.isArray(changes) &&
    changes.every(isChange) &&
    isTexts(folders)
  );
}

function isChange(value: unknown): value is UndoneChange {
  if (typeof value !== 'object' || value === null) return false;
  const { path, target, root, before, afterHash } = value as Partial<Record<keyof UndoneChange, unknown>>;
  return isTexts([path, target, root]) && isTexts([before ?? '', afterHash ?? '']);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
