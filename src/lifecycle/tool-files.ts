import { join } from 'node:path';
import type { Change } from '../delivery/change.ts';
import { MEMORY_FOLDER, type Memory } from '../memory/memory.ts';
import type { Notice } from '../memory/notice.ts';
import { absorbFixFile } from '../memory/tool-fixes/absorb.ts';
import {
  FIXES_FILE,
  LEARNED_FOLDER,
  PATTERNS_FILE,
  readFixFile,
  renderFixes,
} from '../memory/tool-fixes/tool-files.ts';
import { AppError } from '../shared/errors.ts';
import { readTextFile } from '../shared/files.ts';

/** The files that show tool fixes, as they are on disk. */
export interface ToolFiles {
  files: { path: string; kind: 'fixes' | 'patterns'; text: string | undefined; isBroken: boolean }[];
  notices: Notice[];
}

/**
 * Reads the files with a project's tool fixes and takes over what people wrote into them. A broken file is reported and left
 * alone.
 */
export async function absorbToolFiles(
  memory: Memory,
  root: string,
  now: Date,
): Promise<{ memory: Memory; toolFiles: ToolFiles }> {
  const folder = join(root, MEMORY_FOLDER, LEARNED_FOLDER);
  const toolFiles: ToolFiles = { files: [], notices: [] };
  let current = memory;
  for (const [name, kind] of [
    [FIXES_FILE, 'fixes'],
    [PATTERNS_FILE, 'patterns'],
  ] as const) {
    const path = join(folder, name);
    const text = (await readTextFile(path))?.text;
    let isBroken = false;
    try {
      const read = text === undefined ? { rows: [], mistakes: [] } : await readFixFile(text, path);
      const absorbed = absorbFixFile(current, read, path, now);
      current = absorbed.memory;
      toolFiles.notices.push(...absorbed.notices);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      isBroken = true;
      const [, line, message] = /:(\d+): ([\s\S]*)$/.exec(error.message) ?? [];
      toolFiles.notices.push({
        code: 'broken-entry',
        message: `the file is left alone: ${message ?? error.message}`,
        path,
        line: Number(line ?? 1),
      });
    }
    toolFiles.files.push({ path, kind, text, isBroken });
  }
  return { memory: current, toolFiles };
}

/** Plans the changes that make the files show the lessons of a memory. */
export async function planToolFiles(memory: Memory, { files }: ToolFiles, root: string): Promise<Change[]> {
  const changes: Change[] = [];
  for (const { path, kind, text, isBroken } of files) {
    const after = isBroken ? text : await renderFixes(text, memory.entries, path, kind);
    if (after !== undefined && after !== text) changes.push({ path, root, before: text, after, kind: 'memory' });
  }
  return changes;
}
