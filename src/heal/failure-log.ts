import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MEMORY_FOLDER } from '../memory/memory.ts';
import { createRedactor } from '../redaction/redact.ts';
import { AppError } from '../shared/errors.ts';
import { makeFolder, readTextFile, writeTextFile } from '../shared/files.ts';
import type { OwnFolders } from '../shared/folders.ts';
import { withLock } from '../shared/lock.ts';
import { stripControls } from '../shared/terminal.ts';
import type { HealRecord } from './auto-heal.ts';

/** Where the log is kept. */
export interface FailureLogPlace {
  /** The root of the project; the log of the user is written where it is no repository and has no memory. */
  root: string;
  folders: OwnFolders;
}

export const FAILURE_LOG = 'tool_failures.yaml';

/** The newest failures are in the log, those before them in a second file, and older ones are gone. */
const MOST_FAILURES = 500;
const LONGEST_ERROR = 300;

/** Adds a line to the log of failures. Comments and order of what is there stay; a log that cannot be read is reported, and left alone. */
export async function logFailure(record: HealRecord, { root, folders }: FailureLogPlace): Promise<string> {
  const folder = chooseFolder(root, folders);
  const path = join(folder, FAILURE_LOG);
  const row = await describeRow(record);
  await withLock(join(folders.data, 'failure-log.lock'), async () => {
    await prepareFolder(folder, root);
    const before = (await readTextFile(path))?.text ?? '';
    const { text, old } = await addRow(before, row, path);
    if (old !== undefined) await writeTextFile(join(folder, FAILURE_LOG.replace('.yaml', '.old.yaml')), old);
    await writeTextFile(path, text);
  });
  return path;
}

/** Where the functions were wrapped that failed under this name, the newest first. A log that cannot be read knows of none. */
export async function readFailedSources(tool: string, { root, folders }: FailureLogPlace): Promise<string[]> {
  const path = join(chooseFolder(root, folders), FAILURE_LOG);
  try {
    const text = (await readTextFile(path))?.text ?? '';
    // Most logs hold no function of ours, and need not be parsed.
    if (!text.includes('source:')) return [];
    const { parse } = await import('yaml');
    const { failures } = parse(text) as { failures?: unknown };
    const rows = (Array.isArray(failures) ? failures : []) as { tool?: unknown; source?: unknown }[];
    const sources = rows.flatMap((row) => (row?.tool === tool && typeof row.source === 'string' ? [row.source] : []));
    return [...new Set(sources.reverse())];
  } catch {
    return [];
  }
}

function chooseFolder(root: string, { config }: OwnFolders): string {
  const own = join(root, MEMORY_FOLDER);
  return existsSync(own) || existsSync(join(root, '.git')) ? join(own, 'learned') : join(config, 'learned');
}

/** A new memory folder is none of git's business. */
async function prepareFolder(folder: string, root: string): Promise<void> {
  const own = join(root, MEMORY_FOLDER);
  const isNew = dirname(folder) === own && !existsSync(own);
  await makeFolder(folder);
  if (isNew) await writeTextFile(join(own, '.gitignore'), '*\n');
}

async function describeRow({
  tool,
  error,
  fixAttempted,
  success,
  at,
  skill,
  source,
}: HealRecord): Promise<Record<string, unknown>> {
  const redactor = createRedactor();
  const clean = async (text: string) =>
    stripControls(await redactor.redactOne(text))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, LONGEST_ERROR);
  return {
    tool: await clean(tool),
    error: await clean(error),
    fix_attempted: await clean(fixAttempted),
    success,
    timestamp: at.toISOString().slice(0, 19),
    ...(skill === undefined ? {} : { skill: await clean(skill) }),
    ...(source === undefined ? {} : { source: await clean(source) }),
  };
}

/** The log with one more row, and what was taken out where it is full. */
async function addRow(text: string, row: Record<string, unknown>, path: string): Promise<{ text: string; old?: string }> {
  const { isSeq, parseDocument, stringify } = await import('yaml');
  const document = parseDocument(text === '' ? 'failures: []\n' : text);
  const [error] = document.errors;
  if (error) throw broken(path, error.message);
  if (!document.has('failures')) document.set('failures', document.createNode([]));
  const rows = document.get('failures');
  if (!isSeq(rows)) throw broken(path, '`failures` must be a list');
  rows.flow = false;
  rows.add(document.createNode(row));
  if (rows.items.length <= MOST_FAILURES) return { text: document.toString({ lineWidth: 0 }) };
  const gone = rows.items.splice(0, MOST_FAILURES / 2);
  return {
    text: document.toString({ lineWidth: 0 }),
    old: stringify({ failures: gone.map((item) => toPlain(item)) }, { lineWidth: 0 }),
  };
}

function toPlain(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'toJSON' in item && typeof item.toJSON === 'function'
    ? item.toJSON()
    : item;
}

function broken(path: string, reason: string): AppError {
  return new AppError('broken-file', `${path}: ${reason}`, { hint: 'Correct the YAML there; nothing was written.' });
}
