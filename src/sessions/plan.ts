import { closeSync, readSync } from 'node:fs';
import { sep } from 'node:path';
import type { Agent, LogFile, Places } from '../agents/agent.ts';
import { openRegularSync } from '../shared/regular-file.ts';
import { FILE_COLUMNS } from './schema.ts';
import type { SqlValue, Store } from './store.ts';

/** A log file as recorded in the index. */
export interface KnownFile {
  id: number;
  agent: string;
  root: string;
  path: string;
  size: number;
  mtime: number;
  inode: string;
  offset: number;
  lines: number;
  tail: string;
  reader: number;
  home: string | null;
  badCount: number;
  bad: string;
}

/** A file with new content, and the offset where that begins. */
export interface LogTask {
  agent: Agent;
  file: LogFile;
  root: string;
  from: number;
  /** Its row, if only the rest of the file is read. */
  known?: KnownFile;
}

/** A file or folder that could not be opened. */
export interface Unreadable {
  path: string;
  reason: string;
}

/** The work to do. */
export interface ReadingPlan {
  /** Files in the index. */
  known: KnownFile[];
  /** Files on disk, by agent. */
  found: { agent: Agent; root: string; files: number; bytes: number }[];
  tasks: LogTask[];
  /** Rows whose content is no longer valid: removed, rewritten, or copies of content from one of those. */
  forget: KnownFile[];
  /** Number of these files that no longer exist. */
  removed: number;
  /** Files that were touched but not changed. */
  touched: { known: KnownFile; file: LogFile }[];
  unreadable: Unreadable[];
}

/** Compares the logs on disk with the index. */
export async function planRefresh(store: Store, agents: readonly Agent[], places: Places): Promise<ReadingPlan> {
  const known = listKnownFiles(store);
  const plan: ReadingPlan = { known, found: [], tasks: [], forget: [], removed: 0, touched: [], unreadable: [] };
  const stale = new Set<number>();
  const current = new Map<number, { agent: Agent; file: LogFile; root: string }>();
  for (const agent of agents) {
    const root = agent.root(places);
    const rows = new Map(known.filter((row) => row.agent === agent.name).map((row) => [row.path, row]));
    const skipped: string[] = [];
    const files = await agent.discover(places, (path, reason) => {
      skipped.push(path);
      plan.unreadable.push({ path, reason });
    });
    plan.found.push({ agent, root, files: files.length, bytes: files.reduce((sum, file) => sum + file.size, 0) });
    for (const file of files) {
      const row = rows.get(file.path);
      rows.delete(file.path);
      if (row === undefined) plan.tasks.push({ agent, file, root, from: 0 });
      else {
        current.set(row.id, { agent, file, root });
        if (!planKnown(plan, row, file, agent, root)) stale.add(row.id);
      }
    }
    for (const row of rows.values()) {
      // Files of another folder, and those that only cannot be seen at the moment, still exist.
      if (row.root !== root || skipped.some((path) => row.path === path || row.path.startsWith(path + sep))) continue;
      stale.add(row.id);
      plan.removed++;
    }
  }
  if (stale.size === 0) return plan;
  spreadToCopies(store, stale);
  plan.forget = known.filter((row) => stale.has(row.id));
  plan.tasks = plan.tasks.filter((task) => task.known === undefined || !stale.has(task.known.id));
  for (const id of stale) {
    const found = current.get(id);
    if (found !== undefined) plan.tasks.push({ ...found, from: 0 });
  }
  plan.tasks.sort((a, b) => a.file.mtimeMs - b.file.mtimeMs || (a.file.path < b.file.path ? -1 : 1));
  return plan;
}

/** Plans a file that was read before; returns false if its content must be dropped. */
function planKnown(plan: ReadingPlan, row: KnownFile, file: LogFile, agent: Agent, root: string): boolean {
  if (row.reader !== (agent.version ?? 0) || row.inode !== String(file.inode) || file.size < row.offset) return false;
  if (file.size === row.size && file.mtimeMs === row.mtime) return true;
  if (hashTail(file.path, row.offset) !== row.tail) return false;
  if (file.size === row.offset) plan.touched.push({ known: row, file });
  else
    plan.tasks.push({
      agent,
      file: row.home === null ? file : { ...file, home: row.home },
      root,
      from: row.offset,
      known: row,
    });
  return true;
}

/** Adds copies: a call of a stale file may also be in another file, which is then read again too. */
function spreadToCopies(store: Store, stale: Set<number>): void {
  const copies = store.all('select file, owner from copies');
  for (let before = -1; before !== stale.size; ) {
    before = stale.size;
    for (const [file, owner] of copies) if (stale.has(Number(owner))) stale.add(Number(file));
  }
}

export function listKnownFiles(store: Store): KnownFile[] {
  return store.all(`select id, ${FILE_COLUMNS.join()} from files`).map(readKnownFile);
}

function readKnownFile(row: readonly SqlValue[]): KnownFile {
  const [id, agent, root, path, _session, size, mtime, inode, offset, lines, tail, reader, home, badCount, bad] = row;
  return {
    id: Number(id),
    agent: String(agent),
    root: String(root),
    path: String(path),
    size: Number(size),
    mtime: Number(mtime),
    inode: String(inode),
    offset: Number(offset),
    lines: Number(lines),
    tail: String(tail),
    reader: Number(reader),
    home: home == null ? null : String(home),
    badCount: Number(badCount),
    bad: String(bad),
  };
}

const TAIL = 256;

/** Returns a hash of up to 256 bytes before an offset; empty if they cannot be read. The bytes themselves may contain secrets. */
export function hashTail(path: string, offset: number): string {
  const length = Math.min(TAIL, offset);
  if (length === 0) return '';
  try {
    const file = openRegularSync(path);
    try {
      const bytes = Buffer.alloc(length);
      const count = readSync(file, bytes, 0, length, offset - length);
      return count < length ? '' : hash(bytes);
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/**
 * Two FNV-1a hashes. They need not resist attackers: anyone who can write a log can also write another one. node:crypto costs 3
 * ms at each start.
 */
function hash(bytes: Buffer): string {
  let a = 0x811c9dc5;
  let b = 0x01234567;
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x85ebca6b);
    b ^= b >>> 13;
  }
  return `${(a >>> 0).toString(16)}-${(b >>> 0).toString(16)}`;
}
