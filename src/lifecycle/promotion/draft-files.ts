import { join, relative } from 'node:path';
import type { Change } from '../../delivery/change.ts';
import { resolveInside } from '../../delivery/containment.ts';
import { AppError } from '../../shared/errors.ts';
import { isInside, readTextFile } from '../../shared/files.ts';

/**
 * Planned versions of a project's files. Changes planned for one lesson are visible when the next is planned, and nothing is
 * written: the changes go into one plan with the memory.
 */
export class DraftFiles {
  /** The root of the project, which must contain every file. */
  readonly root: string;
  readonly #files = new Map<string, { before: string | undefined; after: string | undefined }>();

  constructor(root: string) {
    this.root = root;
  }

  /** Returns the text of a file by its path relative to the root; undefined if there is no such file. */
  async read(name: string): Promise<string | undefined> {
    const path = this.#locate(name);
    const known = this.#files.get(path);
    if (known) return known.after;
    // A link that leads out of the project is refused before it is read.
    const text = (await readTextFile(await resolveInside(path, this.root)))?.text;
    this.#files.set(path, { before: text, after: text });
    return text;
  }

  /** Replaces the text of a file. */
  async write(name: string, text: string): Promise<void> {
    await this.read(name);
    const file = this.#files.get(this.#locate(name));
    if (file) file.after = text;
  }

  /** Creates a file, which may already exist with exactly this text. Somebody else's file is never replaced. */
  async create(name: string, text: string): Promise<void> {
    const before = await this.read(name);
    if (before !== undefined && before !== text)
      throw new AppError('conflict', `${name} already exists with other text.`, {
        hint: 'Name another file with --target, or delete that one.',
      });
    await this.write(name, text);
  }

  /** Makes several changes, or none if one of them fails. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const before = [...this.#files].map(([path, file]) => [path, { ...file }] as const);
    try {
      return await work();
    } catch (error) {
      for (const path of this.#files.keys()) this.#files.delete(path);
      for (const [path, file] of before) this.#files.set(path, file);
      throw error;
    }
  }

  /** Returns the planned changes. */
  changes(): Change[] {
    return [...this.#files]
      .filter(([, { before, after }]) => before !== after)
      .map(([path, texts]) => ({ path, root: this.root, ...texts, kind: 'promotion' }));
  }

  /** Returns a path relative to the project, with forward slashes. */
  nameOf(path: string): string {
    return relative(this.root, path).replaceAll('\\', '/');
  }

  #locate(name: string): string {
    const path = join(this.root, name);
    if (!isInside(path, this.root) || path === this.root)
      throw new AppError('usage', `${name} is not a file in ${this.root}.`, {
        hint: 'Promoted lessons stay in the project.',
      });
    return path;
  }
}
