import { fileURLToPath } from 'node:url';
import type { SourceCheckout, SourceFile } from './checkout.ts';
import { findOrigin } from './source-map.ts';

/** A line of the project that an error names. */
export interface NamedPlace {
  file: SourceFile;
  /** Counted from 1. */
  line: number;
}

/** Upper bound: an error with more places is a long stack, of which those nearest to the failure are enough. */
const MOST_PLACES = 4;
const LONGEST_TOKEN = 500;
const MOST_LINES = 2_000;

/**
 * Finds the lines of the project that an error names: stack frames, `file:line`, `file(line,column)`, `File "x", line 3`.
 * Installed files do not belong to the project. For a built program, it returns the original source.
 */
export function findErrorPlaces(error: string, folder: string, checkout: SourceCheckout): NamedPlace[] {
  const mentions = error.split(/\r?\n/).slice(-MOST_LINES).flatMap(mentionsIn);
  // Python lists the innermost call last.
  const ordered = /^Traceback \(most recent call last\)/m.test(error) ? mentions.reverse() : mentions;
  const places = new Map<string, NamedPlace>();
  for (const { path, line, column } of ordered) {
    if (places.size >= MOST_PLACES) break;
    const place = locate(path, line, column, folder, checkout);
    if (place) places.set(`${place.file.path}:${place.line}`, place);
  }
  return [...places.values()];
}

interface Mention {
  path: string;
  line: number;
  column?: number;
}

function mentionsIn(line: string): Mention[] {
  const [, path, number] =
    /File "([^"]{1,500})", line (\d{1,7})/.exec(line) ??
    // `deploy.sh: line 3: helm: command not found`
    /^([^\s:]{1,500}): line (\d{1,7}):/.exec(line) ??
    [];
  if (path !== undefined) return [{ path, line: Number(number) }];
  // Split at characters that paths in errors do not contain, so that each piece is examined once.
  return line.split(/[\s"'`<>|;]+/).flatMap((token) => mentionOf(token.replace(/^\(+/, '')));
}

function mentionOf(token: string): Mention[] {
  if (token.length > LONGEST_TOKEN) return [];
  const [, path = '', line, column] =
    /^(.*\.\w{1,8}):(\d{1,7})(?::(\d{1,6}))?(?:$|[):,.\]]|:in$)/.exec(token) ??
    /^(.*\.\w{1,8})\((\d{1,7})(?:,(\d{1,6}))?\)/.exec(token) ??
    // Files without an extension: `Makefile:3: *** missing separator`.
    /^([\w./\\-]{1,200}):(\d{1,7}):/.exec(token) ??
    [];
  if (path === '' || line === undefined) return [];
  return [{ path, line: Number(line), column: column === undefined ? undefined : Number(column) }];
}

function locate(
  named: string,
  line: number,
  column: number | undefined,
  folder: string,
  checkout: SourceCheckout,
): NamedPlace | undefined {
  const path = named.startsWith('file://') ? pathOf(named) : named;
  if (path === undefined || /(?:^|[\\/])(?:node_modules|site-packages)[\\/]/.test(path)) return undefined;
  const file = checkout.read(path, folder) ?? checkout.read(path);
  if (!file || line < 1 || line > file.lines.length) return undefined;
  const origin = findOrigin({ path: file.real, line, column });
  const written = origin.path === file.real ? file : checkout.read(origin.path);
  return written && origin.line <= written.lines.length ? { file: written, line: origin.line } : { file, line };
}

function pathOf(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
