import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isJson, type Json } from '../../shared/json-values.ts';
import type { LogFile } from '../agent.ts';
import { codeOf, type Skip } from '../log-folders.ts';
import { readWholeFile } from '../whole-file.ts';
import { climb, readInfo, type SessionVisitor, type Visited } from './session.ts';

/** Number of messages after which the messages read so far are passed on. */
const MESSAGES_AT_A_TIME = 200;

/** Lists the sessions of `storage/` as versions before 1.2 wrote it: `session/<project>/<session>.json`. */
export function listTree(storage: string, agent: string, skip: Skip): LogFile[] {
  const files: LogFile[] = [];
  for (const project of listNames(join(storage, 'session'))) {
    for (const name of listNames(join(storage, 'session', project))) {
      if (!name.endsWith('.json')) continue;
      const path = join(storage, 'session', project, name);
      const session = name.slice(0, -5);
      try {
        const { size, mtimeMs } = statSync(path);
        const changedAt = Math.max(mtimeMs, lastChange(storage, session));
        files.push({ agent, path, session, size, mtimeMs: changedAt, inode: 0 });
      } catch (error) {
        skip(path, codeOf(error));
      }
    }
  }
  return files;
}

/** Visits one session; `path` is the file that describes it. */
export async function visitTree(path: string, visitor: SessionVisitor): Promise<Visited> {
  const storage = resolve(dirname(path), '..', '..');
  const id = basename(path, '.json');
  const described = readJson(path);
  if (described === undefined) return { offset: 0, lines: 0, unreadable: 'not JSON' };
  const info = readInfo(described, id);
  const parentOf = (session: string): string | undefined => {
    const parent = readJson(join(dirname(path), `${session}.json`));
    return parent === undefined ? undefined : readInfo(parent, session).parent;
  };
  visitor.session(info, climb(info, parentOf));
  const folder = join(storage, 'message', id);
  // Ids begin with a timestamp: their order is that of the conversation.
  const names = listNames(folder).sort();
  for (const [place, name] of names.entries()) {
    const message = readJson(join(folder, name));
    if (message === undefined) visitor.bad(place + 1, place, `${name} is not JSON`);
    else
      visitor.message({ id: basename(name, '.json'), ...message }, readParts(storage, basename(name, '.json')), place);
    if ((place + 1) % MESSAGES_AT_A_TIME === 0) await visitor.pause();
  }
  return { offset: 0, lines: 0 };
}

function readParts(storage: string, message: string): Json[] {
  const folder = join(storage, 'part', message);
  return listNames(folder)
    .sort()
    .map((name) => readJson(join(folder, name)) ?? {});
}

/**
 * Returns when something was last added to a session. A part that changes keeps its file, so the last message is checked, too.
 */
function lastChange(storage: string, session: string): number {
  const folder = join(storage, 'message', session);
  const last = listNames(folder).sort().at(-1);
  const places = [folder];
  if (last !== undefined) {
    const parts = join(storage, 'part', basename(last, '.json'));
    const part = listNames(parts).sort().at(-1);
    places.push(join(folder, last), parts, ...(part === undefined ? [] : [join(parts, part)]));
  }
  return Math.max(...places.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readJson(path: string): Json | undefined {
  const { value } = readWholeFile(path);
  return isJson(value) ? value : undefined;
}
