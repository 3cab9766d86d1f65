import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LogFile } from '../../src/agents/agent.ts';

const folders: string[] = [];

/** A folder of its own, removed by `removeFolders`. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hardwon-log-'));
  folders.push(folder);
  return folder;
}

/** For `afterAll` of each test file: modules are shared between them, hooks are not. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A log in a folder of its own. */
export function writeLog(
  content: string | Buffer,
  name = 'log.jsonl',
  session = name.replace('.jsonl', ''),
  agent = 'lantern',
): LogFile {
  const path = join(makeFolder(), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return { agent, path, session, size: Buffer.byteLength(content), mtimeMs: 0, inode: 1 };
}

/** A file below a folder, written in that minute of a day. */
export function putFile(root: string, path: string, minute = 0, text = '{}\n'): string {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  const time = new Date(Date.UTC(2026, 0, 1, 0, minute));
  utimesSync(full, time, time);
  return full;
}
