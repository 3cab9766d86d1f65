import { readdirSync, realpathSync, statSync } from 'node:fs';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isInside } from '../../shared/files.ts';
import { readRegularSync } from '../../shared/regular-file.ts';

/** A text file of a checkout. */
export interface SourceFile {
  /** The path relative to the top of the checkout, with forward slashes. */
  path: string;
  /** The real path. */
  real: string;
  lines: readonly string[];
}

/** Upper bound: files written by people are shorter, and longer ones are generated. */
const LARGEST = 1024 * 1024;

/** The files of a project that may be shown: text files that are inside it once all links are followed. Each is read once. */
export class SourceCheckout {
  /** The top of the checkout, with links followed. */
  readonly top: string;
  readonly #files = new Map<string, SourceFile | undefined>();

  constructor(top: string) {
    this.top = realpathSync(top);
  }

  /** Returns the file at a path relative to a folder; undefined if there is none that may be shown. */
  read(path: string, folder = this.top): SourceFile | undefined {
    const asked = resolve(folder, path);
    if (!this.#files.has(asked)) this.#files.set(asked, this.#read(asked));
    return this.#files.get(asked);
  }

  /** Returns a folder of the project; undefined if there is none, or it leads out of the project. */
  folder(path: string, folder = this.top): string | undefined {
    const real = realOf(resolve(folder, path));
    return real !== undefined && isInside(real, this.top) && statOf(real)?.isDirectory() ? real : undefined;
  }

  /** Returns the sorted names in a folder. */
  list(folder: string): { name: string; isFolder: boolean }[] {
    try {
      return readdirSync(folder, { withFileTypes: true })
        .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch {
      return [];
    }
  }

  /** Yields up to `most` files with code below a folder, nearer ones first. Installed and built files are left out. */
  *walkCode(folder: string, most: number): Generator<SourceFile> {
    const waiting = [folder];
    let seen = 0;
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
      for (const { name, isFolder } of this.list(at)) {
        if (isFolder && !name.startsWith('.') && !NOT_WRITTEN.has(name)) waiting.push(join(at, name));
        if (isFolder || !CODE.has(extname(name))) continue;
        if (seen++ >= most) return;
        const file = this.read(join(at, name));
        if (file) yield file;
      }
    }
  }

  /** Returns a path relative to the top, with forward slashes. */
  nameOf(path: string): string {
    return relative(this.top, path).split(sep).join('/') || '.';
  }

  #read(asked: string): SourceFile | undefined {
    const real = realOf(asked);
    if (real === undefined || !isInside(real, this.top)) return undefined;
    const facts = statOf(real);
    if (!facts?.isFile() || facts.size > LARGEST) return undefined;
    try {
      const text = readRegularSync(real, LARGEST).toString('utf8');
      if (text.includes('\0')) return undefined;
      const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
      if (lines.length > 1 && lines.at(-1) === '') lines.pop();
      return { path: this.nameOf(real), real, lines };
    } catch {
      return undefined;
    }
  }
}

const CODE = new Set(
  '.js .mjs .cjs .ts .mts .cts .tsx .jsx .py .go .rs .rb .java .kt .cs .php .ex .sh .bash'.split(' '),
);
const NOT_WRITTEN = new Set(
  'node_modules dist build out target vendor coverage venv __pycache__ site-packages'.split(' '),
);

function realOf(path: string): string | undefined {
  // A path must not contain a null byte.
  if (path.includes('\0') || !isAbsolute(path)) return undefined;
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function statOf(path: string) {
  return statSync(path, { throwIfNoEntry: false });
}
