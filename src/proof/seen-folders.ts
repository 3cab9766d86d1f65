import type { ThreadView } from '../failures/recovery/session-view.ts';
import { findsSomething } from '../failures/recovery/silent-mistakes.ts';

/** The folders of a repository in which a tool found something, up to now. */
export class SeenFolders {
  readonly #seen = new Set<string>();

  /** Takes note of what a thread found. Shell commands are left out: a folder that only they name counts as never seen. */
  add({ steps, roots }: ThreadView): void {
    for (const step of steps) {
      const { call, failure } = step;
      const isFolder = call.tool === 'search' || call.tool === 'list';
      // A search in a folder that is not there may end well all the same.
      if (call.outcome !== 'ok' || failure || (isFolder && !findsSomething(step)) || call.input.path === undefined) continue;
      const path = roots.relative(call.input.path, call.cwd);
      if (!path) continue;
      const end = isFolder ? path.length : path.lastIndexOf('/');
      for (let cut = end; cut > 0; cut = path.lastIndexOf('/', cut - 1)) this.#seen.add(path.slice(0, cut));
    }
  }

  /** The topmost folder above a path, or the path itself if it looks like one, that was never seen. */
  topmostAbsent(path: string): string | undefined {
    const isFolder = !/\.\w+$/.test(path);
    for (let cut = path.indexOf('/'); cut > 0; cut = path.indexOf('/', cut + 1))
      if (!this.#seen.has(path.slice(0, cut))) return path.slice(0, cut);
    return isFolder && !this.#seen.has(path) ? path : undefined;
  }
}
