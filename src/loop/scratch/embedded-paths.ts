import { chmod, stat, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hasCode } from '../../shared/files.ts';
import { readRegular } from '../../shared/regular-file.ts';
import type { PathMap } from './path-map.ts';

/** How a file writes the paths in it: literally, in a script, or as the URL of a package. */
export type Notation = 'plain' | 'script' | 'url';

/** Modules that find the sources of an editable package: of setuptools, editables, meson-python, scikit-build-core. */
const FINDER = /^(?:__editable__.*|_editable_impl_.*|_.*_editable(?:_loader)?)\.py$/;

/**
 * Returns how a file of an environment writes absolute paths; undefined if it contains none. `siblings` are the names beside its
 * folder: a folder beside `pyvenv.cfg` belongs to a Python virtual environment. Scripts in `.bin` that pnpm wrote name the place
 * of modules.
 */
export function findNotation(path: string, siblings: ReadonlySet<string>): Notation | undefined {
  const name = basename(path);
  const folder = basename(dirname(path));
  if (name === 'pyvenv.cfg') return 'plain';
  if (folder === '.bin' || (siblings.has('pyvenv.cfg') && /^(?:bin|scripts)$/i.test(folder)))
    return /\.(?:bat|cmd|ps1)$/i.test(name) ? 'plain' : 'script';
  if (folder === 'site-packages' && (/\.(?:pth|egg-link)$/.test(name) || FINDER.test(name))) return 'plain';
  if (name === 'direct_url.json' && folder.endsWith('.dist-info')) return 'url';
  // The metadata of pnpm names the folders of a workspace.
  return folder === 'node_modules' && /^\.(?:modules\.yaml|pnpm-workspace-state.*\.json)$/.test(name)
    ? 'plain'
    : undefined;
}

/**
 * Whether a file is the compiled form of such a module: it contains the same paths, and may be used without a look at its source.
 */
export function isCompiledFinder(path: string): boolean {
  const name = basename(path);
  return basename(dirname(path)) === '__pycache__' && FINDER.test(name.replace(/\..*$/, '.py'));
}

/** Upper bound: scripts and settings are kilobytes, and a larger file is a program. */
const LARGEST = 1024 * 1024;

/** Redirects the paths in a file to the scratch checkout. A file that is not text is left as it is. */
export async function rewriteFile(path: string, notation: Notation, map: PathMap): Promise<void> {
  const bytes = await readRegular(path, LARGEST).catch((error: unknown) => {
    if (hasCode(error, 'EFBIG')) return undefined;
    throw error;
  });
  if (!bytes || bytes.includes(0)) return;
  const text = bytes.toString('utf8');
  const mapped = rewriteText(text, notation, map);
  // In another encoding the same bytes would not come back.
  if (mapped === text || !Buffer.from(text).equals(bytes)) return;
  const { mode } = await stat(path);
  await chmod(path, mode | 0o200);
  await writeFile(path, mapped);
  await chmod(path, mode);
}

/** The same for its text. */
export function rewriteText(text: string, notation: Notation, map: PathMap): string {
  if (notation === 'plain') return map.mapText(text);
  if (notation === 'url') return rewriteUrl(text, map);
  const [first = ''] = text.startsWith('#!') ? text.split('\n', 1) : [];
  const rest = text.slice(first.length);
  return `${rewriteShebang(first, map)}${map.mapText(rest, quoteAt(rest))}`;
}

/** Returns a function that writes a path so that a shell takes it as one word; a path in quotes is left as it is. */
function quoteAt(text: string): (to: string, at: number) => string {
  return (to, at) => (to.includes(' ') && !isQuoted(text, at) ? `"${to}"` : to);
}

function isQuoted(text: string, at: number): boolean {
  let open = '';
  for (const letter of text.slice(text.lastIndexOf('\n', at - 1) + 1, at)) {
    if (open === '' && (letter === '"' || letter === "'")) open = letter;
    else if (letter === open) open = '';
  }
  return open !== '';
}

/** The length of a first line that Linux reads; other systems read more. */
const LONGEST_SHEBANG = 127;

/**
 * Rewrites a first line. It cannot name a program whose path contains a space or is long; then a shell starts it, in a line that
 * Python skips.
 */
function rewriteShebang(line: string, map: PathMap): string {
  const [, program = '', words = '', end = ''] =
    /^#!\s*"?(.*?[/\\]python[\d.]*|\S+)"?((?:\s[^\r]*)?)(\r?)$/.exec(line) ?? [];
  const mapped = map.mapText(program);
  if (mapped === program) return line;
  const simple = `#!${mapped}${words}${end}`;
  const isFine = !mapped.includes(' ') && Buffer.byteLength(simple) <= LONGEST_SHEBANG;
  if (isFine || !/^python[\d.]*$/.test(basename(program))) return simple;
  return `#!/bin/sh\n'''exec' "${mapped}"${words} "$0" "$@"\n' '''`;
}

/** Rewrites `direct_url.json`, which says where a package was installed from. */
function rewriteUrl(text: string, map: PathMap): string {
  try {
    const value = JSON.parse(text) as { url?: unknown };
    if (typeof value.url !== 'string' || !value.url.startsWith('file:')) return text;
    const place = map.mapPath(fileURLToPath(value.url));
    return place === undefined ? text : JSON.stringify({ ...value, url: pathToFileURL(place).href });
  } catch {
    return text;
  }
}
