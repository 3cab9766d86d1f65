import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { readRegularSync } from './regular-file.ts';

/**
 * Scripts of this program with the code that V8 compiled for them in an earlier start: compiling takes longer than most commands
 * and hooks work. A cache that is missing, broken or of another version of Node is ignored, and so is a folder that others can write
 * to: what it holds is run.
 */
export class CodeCache {
  readonly #folder: string;
  readonly #scripts = new Map<string, { script: Script; isKept: boolean }>();
  /** Compiled code with the flags of V8 as they are when the process starts. */
  readonly #sample = new Script('0').createCachedData();

  /** `build` is a hash of the scripts, because V8 recognises a source only by its length. */
  constructor(parent: string, build: string) {
    this.#folder = join(parent, `code-${build}-${process.version}-${process.arch}`);
  }

  /** Whether there is compiled code of this name. */
  has(name: string): boolean {
    return existsSync(join(this.#folder, name));
  }

  /** Compiles the body of a function with these parameters. It cannot import modules. */
  compile(name: string, path: string, source: string, parameters: string): (...values: unknown[]) => unknown {
    const cachedData = isPrivate(this.#folder) ? readQuietly(join(this.#folder, name)) : undefined;
    const script = new Script(`(function (${parameters}) {${source}\n})`, {
      filename: path,
      cachedData,
    });
    this.#scripts.set(name, { script, isKept: script.cachedDataRejected === false });
    return script.runInThisContext();
  }

  /** Stores what V8 has compiled so far, the first script last, and deletes the code of other releases. */
  keep(): void {
    const open = [...this.#scripts].filter(([, { isKept }]) => !isKept);
    // V8 takes compiled code only with the flags that it was compiled with, and a long run changes them.
    const isUsable = new Script('1', { cachedData: this.#sample }).cachedDataRejected === false;
    if (open.length === 0 || !isUsable) return;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (!isPrivate(this.#folder)) return;
    for (const [name, { script }] of open.reverse()) {
      const temporary = join(this.#folder, `${name}.${process.pid}`);
      writeFileSync(temporary, script.createCachedData(), { mode: 0o600 });
      renameSync(temporary, join(this.#folder, name));
    }
    const parent = dirname(this.#folder);
    for (const name of readdirSync(parent))
      if (name.startsWith('code-') && name !== basename(this.#folder))
        rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** Whether a folder belongs to this user and nobody else can write to it. Windows protects a user's folders by other means. */
function isPrivate(folder: string): boolean {
  if (!process.getuid) return true;
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid() && (stat.mode & 0o022) === 0;
}

function readQuietly(path: string): Buffer | undefined {
  try {
    return readRegularSync(path);
  } catch {
    return undefined;
  }
}
