import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, systemError } from '../shared/errors.ts';
import { hasCode, makeFolder, readTextFile, removeFile, writeTextFile } from '../shared/files.ts';

/** What one file was before a run, and a hash of what the run made of it. */
export interface UndoneChange {
  /** As the user knows it, and as it was with all links followed. */
  path: string;
  target: string;
  /** The folder that it must be in. */
  root: string;
  /** The old text; absent where the file was created. */
  before?: string;
  /** Permission bits of the old file. */
  mode?: number;
  /** Hash of the new text; absent where the file was removed. */
  afterHash?: string;
}

/** Everything needed to take one run back. Written before the first file of the run is. */
export interface UndoRecord {
  version: 1;
  /** When, ISO 8601. */
  at: string;
  projectRoot: string;
  changes: UndoneChange[];
  /** Folders that were made, outermost first. */
  folders: string[];
}

/** Runs that can be taken back; older records go, they hold whole files. */
const RECORDS_KEPT = 100;
const RECORD_NAME = /^[\dTZ-]+-(\d{1,9})\.json$/;

/** Keeps a record; gives its path. */
export async function saveRecord(dataDir: string, record: UndoRecord): Promise<string> {
  const folder = join(dataDir, 'undo');
  await makeFolder(folder);
  const known = await listRecords(dataDir);
  for (const { path } of known.slice(0, Math.max(0, known.length - RECORDS_KEPT + 1))) await removeFile(path);
  // The number orders them, because clocks are set back; the time is for people who look into the folder.
  const number = (known.at(-1)?.number ?? 0) + 1;
  const path = join(folder, `${record.at.replace(/[:.]/g, '-')}-${number}.json`);
  // Context files may be private: nobody else reads the copies.
  await writeTextFile(path, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600 });
  return path;
}

/** The records there are, oldest first. */
export async function listRecords(dataDir: string): Promise<{ path: string; number: number }[]> {
  const folder = join(dataDir, 'undo');
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw systemError('unreadable', `Cannot read ${folder}`, error);
  });
  return names
    .flatMap((name) => {
      const number = RECORD_NAME.exec(name)?.[1];
      return number === undefined ? [] : [{ path: join(folder, name), number: Number(number) }];
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
  throw new AppError('broken-file', `${path} is not an undo record`, { hint: 'Delete it to undo what was done before it.' });
}

/** Hash by which a file is known to be as a run left it. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function isRecord(value: unknown): value is UndoRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { version, projectRoot, changes, folders } = value as Partial<Record<keyof UndoRecord, unknown>>;
  return (
    version === 1 && typeof projectRoot === 'string' && Array.isArray(changes) && changes.every(isChange) && isTexts(folders)
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
