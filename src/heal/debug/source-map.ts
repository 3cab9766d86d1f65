import { statSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRegularSync } from '../../shared/regular-file.ts';

/** A place in a file; line and column are counted from 1. */
export interface CodePlace {
  path: string;
  line: number;
  column?: number;
}

/** Upper bound: maps of whole applications are tens of megabytes, and nobody waits for those to be read. */
const LARGEST = 32 * 1024 * 1024;

/**
 * Finds where the code at a place was written, using the source map that the file names, beside it or inside it. Returns the
 * place itself without one.
 */
export function findOrigin(place: CodePlace): CodePlace {
  try {
    const payload = /\.[cm]?js$/.test(place.path) ? readMap(place.path) : undefined;
    if (!payload) return place;
    const entry = new SourceMap(payload.map).findEntry(place.line - 1, Math.max(0, (place.column ?? 1) - 1));
    if (!('originalSource' in entry) || typeof entry.originalSource !== 'string') return place;
    const source = entry.originalSource;
    const path = source.startsWith('file://') ? fileURLToPath(source) : resolve(payload.folder, payload.root, source);
    // If the original file was not shipped, the generated place is better than nothing.
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return place;
    return { path, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  } catch {
    return place;
  }
}

type MapPayload = ConstructorParameters<typeof SourceMap>[0];

function readMap(path: string): { map: MapPayload; folder: string; root: string } | undefined {
  const code = readBounded(path);
  // The last one counts, because bundles contain those of the files that they bundle.
  const at = code.lastIndexOf('//# sourceMappingURL=');
  if (at < 0) return undefined;
  const [url = ''] = code.slice(at + '//# sourceMappingURL='.length).split(/\s/, 1);
  const inline = /^data:application\/json(?:;charset=[\w-]+)?;base64,/.exec(url)?.[0];
  const file = inline === undefined ? resolve(dirname(path), decodeURIComponent(url)) : path;
  const text =
    inline === undefined ? readBounded(file) : Buffer.from(url.slice(inline.length), 'base64').toString('utf8');
  const map = JSON.parse(text) as MapPayload & { sourceRoot?: string };
  return { map: { ...map, sourceRoot: '' }, folder: dirname(file), root: map.sourceRoot ?? '' };
}

function readBounded(path: string): string {
  return readRegularSync(path, LARGEST).toString('utf8');
}
