import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toSafeLine } from '../delivery/markdown-safe.ts';
import { encodeSnapshot, type Keyed } from '../delivery/snapshot/encode.ts';
import { wordKey } from '../delivery/snapshot/keys.ts';
import { snapshotPath } from '../delivery/snapshot/place.ts';
import { DEFAULT_LIVE, type SnapshotHeader } from '../delivery/snapshot/snapshot.ts';
import { readTrigger } from '../lessons/triggers/compile.ts';
import { hashText } from '../shared/hash.ts';
import { respond } from './respond.ts';

/**
 * Answers events of an invented project, below its own folder: V8 compiles only code that is run, and only that can be stored for
 * the next start. The events include what the calls of a session need most: no answer, advice, the call after it, a failure.
 */
export async function warmUp(folder: string, now: Date): Promise<void> {
  const root = join(folder, 'project');
  const folders = { cache: join(folder, 'cache'), data: join(folder, 'data'), config: join(folder, 'config') };
  try {
    writeProject(root, folders.cache);
    const place = { env: {}, home: folder, folders, cwd: root, now };
    const ask = (event: string, id: string, fields: object) =>
      respond(event, undefined, { session_id: 'warm-up', cwd: root, tool_use_id: id, ...fields }, place);
    await ask('pre-tool-use', 'a', { tool_name: 'Read', tool_input: { file_path: join(root, 'a.ts') } });
    await ask('pre-tool-use', 'b', BASH);
    await ask('post-tool-use-failure', 'b', { ...BASH, error: 'Exit code 1\nsomething failed' });
    await ask('pre-tool-use', 'c', { tool_name: 'Bash', tool_input: { command: 'cd web && npm run else | tail -20' } });
    await ask('post-tool-batch', 'c', { tool_calls: [{ ...BASH, tool_use_id: 'c', tool_response: 'done' }] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const BASH = {
  tool_name: 'Bash',
  tool_input: { command: 'cd web && NAME=1 npm run "some thing" --flag=x a/b.ts 2>&1 | tail -20' },
};

/** Writes a project with a lesson that is shown before a call, and one that is shown after a failure. */
function writeProject(root: string, cacheDir: string): void {
  const memory = join(root, 'memory.md');
  const path = snapshotPath(cacheDir, root);
  for (const folder of [root, dirname(path)]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(memory, '');
  const { size, mtimeMs } = statSync(memory);
  const header: SnapshotHeader = {
    ...{ root, folders: [root], memory: { path: memory, size, mtimeMs }, live: DEFAULT_LIVE, reads: {}, ranked: [] },
    watched: { words: ['npm'], anyCommand: false, commands: [], reads: true, writes: true },
  };
  writeFileSync(path, encodeSnapshot(header, [makeLesson('L-001', 'warn'), makeLesson('L-002', 'note')]));
}

function makeLesson(id: string, mode: 'warn' | 'note'): Keyed {
  const trigger = readTrigger({ rule: 'Bash(npm run some *)' });
  const lesson = {
    id,
    kind: 'command',
    text: toSafeLine('Run `this` instead.'),
    hash: hashText(id),
    confidence: 'high',
    mode,
  } as const;
  return { lesson: { ...lesson, seen: 3, failed: 3, succeeded: 0, ...trigger }, keys: [wordKey('npm')] };
}
