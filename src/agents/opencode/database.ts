import { statSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { asJson, asNumber, asText, isJson, type Json } from '../../shared/json-values.ts';
import { loadSqlite } from '../../shared/load-sqlite.ts';
import type { LogFile } from '../agent.ts';
import type { Skip } from '../log-folders.ts';
import { climb, type SessionInfo, type SessionVisitor, type Visited } from './session.ts';

/** How long to wait in milliseconds while OpenCode writes. */
const PATIENCE_MS = 2000;

/** Average size of a message with its parts, for the statistics of a read: 11 MB of real sessions had 1,099 messages. */
const BYTES_PER_MESSAGE = 10_000;

/** Number of messages after which the messages read so far are passed on. */
const MESSAGES_AT_A_TIME = 200;

/**
 * Lists the sessions of a database, one log each: `…/opencode.db/ses_1`. A session that changed is read again from its first
 * message, because messages can be undone; the others are left alone.
 */
export function listSessions(path: string, agent: string, skip: Skip): LogFile[] {
  try {
    const database = openDatabase(path);
    if (!hasSessions(database)) return [];
    const rows = database.prepare(SESSIONS).all() as Json[];
    const parents = new Map(rows.map((row) => [asText(row.id), asText(row.parent_id)]));
    return rows.map((row): LogFile => {
      const id = asText(row.id) ?? '';
      const session = climb({ id, parent: parents.get(id) }, (parent) => parents.get(parent));
      const mtimeMs = Math.max(asNumber(row.time_updated) ?? 0, asNumber(row.message_updated) ?? 0);
      const size = (1 + (asNumber(row.messages) ?? 0)) * BYTES_PER_MESSAGE;
      return { agent, path: path + sep + id, session, size, mtimeMs, inode: 0 };
    });
  } catch (error) {
    skip(path, reasonOf(error));
    return [];
  }
}

/** Visits one session; `path` is as `listSessions` returns it. */
export async function visitRows(path: string, visitor: SessionVisitor): Promise<Visited> {
  const id = basename(path);
  try {
    const database = openDatabase(dirname(path));
    const info = describeSession(database, id);
    visitor.session(
      info,
      climb(info, (parent) => describeSession(database, parent).parent),
    );
    // Not an iterator: the package frees a statement that nothing refers to, even while its rows are being read.
    const messages = database.prepare(MESSAGES).all(id) as Json[];
    const message = database.prepare('select data from message where id = ?');
    const parts = database.prepare('select data from part where message_id = ? order by id');
    for (const [place, row] of messages.entries()) {
      const messageId = asText(row.id) ?? '';
      const data = parse(asJson(message.get(messageId)).data);
      if (data === undefined) visitor.bad(place + 1, place, `message ${messageId} is not JSON`);
      else {
        const content = (parts.all(messageId) as Json[]).map((part) => parsePart(part.data, data.role));
        visitor.message({ ...data, id: messageId }, content, place);
      }
      if ((place + 1) % MESSAGES_AT_A_TIME === 0) await visitor.pause();
    }
    return { offset: 0, lines: 0 };
  } catch (error) {
    return { offset: 0, lines: 0, unreadable: reasonOf(error) };
  }
}

const SESSIONS = `select id, parent_id, time_updated,
  (select count(*) from message where session_id = session.id) as messages,
  (select time_updated from message where session_id = session.id order by time_created desc, id desc limit 1) as message_updated
  from session`;
const SESSION = 'select parent_id, directory, version, title, time_created from session where id = ?';
const MESSAGES = 'select id from message where session_id = ? order by time_created, id';

/** Whether a database has sessions; any other database is ignored. */
function hasSessions(database: DatabaseSyncInstance): boolean {
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as Json[];
  const names = new Set(tables.map((table) => table.name));
  return names.has('session') && names.has('message') && names.has('part');
}

function describeSession(database: DatabaseSyncInstance, id: string): SessionInfo {
  const row = asJson(database.prepare(SESSION).get(id));
  return {
    id,
    parent: asText(row.parent_id),
    directory: asText(row.directory),
    version: asText(row.version),
    title: asText(row.title),
    createdAt: asNumber(row.time_created),
  };
}

/**
 * The database that was read last. Statements are released only when memory is: opening a database per session would run out of
 * files.
 */
let last: { key: string; database: DatabaseSyncInstance } | undefined;

/**
 * Opens a database read-only. If it has no write-ahead log next to it, no one has it open: then it is read as an immutable file,
 * because otherwise SQLite would leave two files behind.
 */
function openDatabase(path: string): DatabaseSyncInstance {
  const { size, mtimeMs } = statSync(path);
  const isInUse = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const key = isInUse ? path : `${path} ${size} ${mtimeMs}`;
  if (last?.key === key) return last.database;
  last?.database.close();
  last = undefined;
  const { DatabaseSync } = loadSqlite();
  const address = pathToFileURL(path);
  address.searchParams.set('immutable', '1');
  const database = isInUse
    ? new DatabaseSync(path, { readOnly: true, timeout: PATIENCE_MS })
    : new DatabaseSync(address, { readOnly: true });
  last = { key, database };
  return database;
}

/** Parses a part. Of the agent's parts only its calls matter; thoughts and steps are most of the rows. */
function parsePart(text: unknown, role: unknown): Json {
  return role === 'assistant' && !String(text).includes('"type":"tool"') ? {} : asJson(parse(text));
}

function parse(text: unknown): Json | undefined {
  try {
    const value: unknown = JSON.parse(String(text));
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
