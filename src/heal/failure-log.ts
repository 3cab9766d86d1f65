import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resolveInside, writeInside } from '../delivery/containment.ts';
import { MEMORY_FOLDER } from '../memory/memory.ts';
import { createRedactor } from '../redaction/redact.ts';
import { keepRedacted, type Redacted } from '../redaction/redacted.ts';
import { AppError } from '../shared/errors.ts';
import { readTextFile } from '../shared/files.ts';
import type { OwnFolders } from '../shared/folders.ts';
import { withLock } from '../shared/lock.ts';
import { stripControls } from '../shared/terminal.ts';
import { loadYaml } from '../shared/yaml.ts';
import type { HealRecord } from './auto-heal.ts';

/** The location of the log. */
interface FailureLogPlace {
  /** The root of the project; the user's log is used if this is not a repository and has no memory. */
  root: string;
  folders: OwnFolders;
}

export const FAILURE_LOG = 'tool_failures.yaml';

/** Upper bound per file: the newest failures are in the log, those before them in a second file, and older ones are deleted. */
const MOST_FAILURES = 500;
const LONGEST_ERROR = 300;

/** Adds a line to the failure log. Existing comments and order stay; an unreadable log is reported and left alone. */
export async function logFailure(record: HealRecord, { root, folders }: FailureLogPlace): Promise<string> {
  const { folder, owner } = choosePlace(root, folders);
  const path = join(folder, FAILURE_LOG);
  const row = await describeRow(record);
  await withLock(join(folders.data, 'failure-log.lock'), async () => {
    const before = (await readTextFile(await resolveInside(path, owner)))?.text ?? '';
    const { text, old } = await addRow(before, row, path);
    const isNew = owner === root && !existsSync(join(root, MEMORY_FOLDER));
    if (old !== undefined) await writeInside(join(folder, FAILURE_LOG.replace('.yaml', '.old.yaml')), owner, old);
    await writeInside(path, owner, text);
    // A new memory folder is hidden from git.
    if (isNew) await writeInside(join(root, MEMORY_FOLDER, '.gitignore'), owner, '*\n');
  });
  return path;
}

/** Returns where the functions that failed under this name were wrapped, the newest first. An unreadable log gives none. */
export async function readFailedSources(tool: string, { root, folders }: FailureLogPlace): Promise<string[]> {
  const { folder, owner } = choosePlace(root, folders);
  try {
    const text = (await readTextFile(await resolveInside(join(folder, FAILURE_LOG), owner)))?.text ?? '';
    // Most logs contain no wrapped function and need not be parsed.
    if (!text.includes('source:')) return [];
    const { parse } = await loadYaml(text, FAILURE_LOG);
    const { failures } = parse(text) as { failures?: unknown };
    const rows = (Array.isArray(failures) ? failures : []) as { tool?: unknown; source?: unknown }[];
    const sources = rows.flatMap((row) => (row?.tool === tool && typeof row.source === 'string' ? [row.source] : []));
    return [...new Set(sources.reverse())];
  } catch {
    return [];
  }
}

/**
 * Returns the folder of the log, and the folder that no link may lead out of: that of the project, or that of the user's
 * configuration.
 */
function choosePlace(root: string, { config }: OwnFolders): { folder: string; owner: string } {
  const own = join(root, MEMORY_FOLDER);
  const isProject = existsSync(own) || existsSync(join(root, '.git'));
  return isProject ? { folder: join(own, 'learned'), owner: root } : { folder: join(config, 'learned'), owner: config };
}

/** A line of the log, in which every text is redacted. */
interface Row {
  tool: Redacted;
  error: Redacted;
  fix_attempted: Redacted;
  success: boolean;
  timestamp: string;
  skill?: Redacted;
  source?: Redacted;
}

async function describeRow({ tool, error, fixAttempted, success, at, skill, source }: HealRecord): Promise<Row> {
  const redactor = createRedactor();
  const clean = async (text: string): Promise<Redacted> => {
    const redacted = await redactor.redactOne(text);
    return keepRedacted(redacted, stripControls(redacted).replace(/\s+/g, ' ').trim().slice(0, LONGEST_ERROR));
  };
  return {
    tool: await clean(tool),
    error: await clean(error),
    fix_attempted: await clean(fixAttempted),
    success,
    timestamp: at.toISOString().slice(0, 19),
    skill: skill === undefined ? undefined : await clean(skill),
    source: source === undefined ? undefined : await clean(source),
  };
}

/** Returns the log with one more row, and the rows that were removed if it is full. */
async function addRow(text: string, row: Row, path: string): Promise<{ text: string; old?: string }> {
  const { isSeq, parseDocument, stringify } = await loadYaml(text, path);
  const document = parseDocument(text === '' ? 'failures: []\n' : text, { prettyErrors: false });
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
