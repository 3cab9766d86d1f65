import { dirname, resolve } from 'node:path';
import type { ContextFile } from '../../agents/context.ts';
import { fenceFinder, withoutEnding } from '../../memory/markdown.ts';
import { AppError } from '../../shared/errors.ts';
import { exists, readTextFile, splitLines } from '../../shared/files.ts';
import { resolveInside } from '../containment.ts';
import { findBlock, withoutBlocks } from '../markers.ts';

/** The current state of a context file. */
export interface Look {
  /** Its path with all links followed: two names of one file have the same target. */
  target: string;
  isThere: boolean;
  /** Whether it contains a block of this project. */
  hasBlock: boolean;
  /** Whether it contains anything else. */
  hasText: boolean;
  /** Whether it cannot be written: a link that leads away, another encoding, broken markers. */
  isBlocked: boolean;
  /** Files that it names as `@path`. */
  imports: string[];
}

/** Examines a file. An unreadable one counts as the user's; the reason is reported when it is to be written. */
export async function lookAt(file: ContextFile, key: string | undefined): Promise<Look> {
  const blocked: Look = {
    target: file.path,
    isThere: true,
    hasBlock: false,
    hasText: true,
    isBlocked: true,
    imports: [],
  };
  try {
    const target = await resolveInside(file.path, file.root);
    const text = (await readTextFile(target))?.text;
    const nothing = { target, isThere: false, hasBlock: false, hasText: false, isBlocked: false, imports: [] };
    if (text === undefined) return (await exists(target)) ? { ...blocked, target } : nothing;
    const own = withoutBlocks(text).trim();
    const hasText = own !== '' && own !== file.begin?.trim();
    const imports = findImports(text).map((path) => resolve(dirname(file.path), path));
    try {
      const hasBlock = findBlock(text, file.path, key) !== undefined;
      return { target, isThere: true, hasBlock, hasText, isBlocked: false, imports };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ...blocked, target, hasBlock: true, imports };
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return blocked;
  }
}

/** Returns the paths after an `@`, outside code. */
function findImports(text: string): string[] {
  const lines = splitLines(text).map(withoutEnding);
  const fence = fenceFinder(lines);
  const found: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const region = fence(index);
    if (region) index = region.end;
    else for (const [, path = ''] of (lines[index] ?? '').replace(/`[^`]*`/g, '').matchAll(IMPORT)) found.push(path);
  }
  return found;
}

const IMPORT = /(?<![\w.+-])@((?:[\w-]|\.(?=[\w/.]))[\w./-]*)/g;
