import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DescribedSession } from './described-session.ts';
import { claudeCodeWriter } from './log-writers/claude-code.ts';
import type { LogWriter, WrittenLogs } from './log-writers/log-writer.ts';

/** A home folder of its own for one test, with logs in it. */
export interface TestHome {
  path: string;
  /** What the writer wrote: call ids by label, session ids, files. */
  logs: WrittenLogs;
  /** Adds a file below the home folder and returns its path. */
  addFile(path: string, text: string): Promise<string>;
  /** The path of every file below the home folder with a digest of its content: equal lists mean that nothing was written. */
  snapshot(): Promise<string[]>;
  remove(): Promise<void>;
}

/** Makes a home folder with `~/.claude/projects/<slug>/*.jsonl`, or the logs of another agent. Call `remove` when done. */
export async function makeHome(
  sessions: readonly DescribedSession[] = [],
  writer: LogWriter = claudeCodeWriter,
): Promise<TestHome> {
  // The real path: on macOS the temporary folder is behind a link, and a test compares paths.
  const path = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-home-')));
  return {
    path,
    logs: await writer.write(path, sessions),
    async addFile(name, text) {
      const file = join(path, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      return file;
    },
    snapshot: () => snapshotFolder(path),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

async function snapshotFolder(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  // SQLite takes its side files away when statements of a run in this process are collected, whenever that is.
  const lasting = entries.filter((entry) => entry.isFile() && !/\.db-(?:shm|wal)$/.test(entry.name));
  const files = lasting.map((entry) => join(entry.parentPath, entry.name));
  const lines = files.map(async (file) => {
    const digest = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return `${file.slice(root.length + 1).replaceAll('\\', '/')} ${digest.slice(0, 16)}`;
  });
  return (await Promise.all(lines)).sort();
}
