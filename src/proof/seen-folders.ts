import type { ThreadView } from '../failures/recovery/session-view.ts';
import { findsSomething } from '../failures/recovery/silent-mistakes.ts';
import { touchedPaths } from '../failures/recovery/touched.ts';

/** The folders of a repository in which a tool has found something so far. */
export class SeenFolders {
  readonly #seen = new Set<string>();

  /**
   * Records what a thread found. If there are tools for files, shell commands are left out, because parsing them costs more than
   * everything else: a folder that only they name counts as never seen. Some agents do everything in the shell.
   */
  add({ steps, roots }: ThreadView): void {
    const hasTools = steps.some(({ call }) => call.tool === 'read' || call.tool === 'search' || call.tool === 'list');
    for (const step of steps) {
      const { call, outcome } = step;
      if (!hasTools && call.tool === 'shell')
        for (const path of touchedPaths(step, roots)) this.#note(path, !isFile(path));
      const isFolder = call.tool === 'search' || call.tool === 'list';
      // A search in a folder that does not exist may nevertheless succeed.
      if (outcome !== 'worked' || (isFolder && !findsSomething(step)) || call.input.path === undefined) continue;
      const path = roots.relative(call.input.path, call.cwd);
      if (!path) continue;
      this.#note(path, isFolder);
    }
  }

  #note(path: string, isFolder: boolean): void {
    const end = isFolder ? path.length : path.lastIndexOf('/');
    for (let cut = end; cut > 0; cut = path.lastIndexOf('/', cut - 1)) this.#seen.add(path.slice(0, cut));
  }

  /**
   * Returns the topmost folder above a path, or the path itself if it looks like one, that was never seen. Nothing is known
   * outside the repository.
   */
  topmostAbsent(path: string): string | undefined {
    if (path.startsWith('~')) return undefined;
    const isFolder = !isFile(path);
    for (let cut = path.indexOf('/'); cut > 0; cut = path.indexOf('/', cut + 1))
      if (!this.#seen.has(path.slice(0, cut))) return path.slice(0, cut);
    return isFolder && !this.#seen.has(path) ? path : undefined;
  }
}

function isFile(path: string): boolean {
  return /\.\w+$/.test(path);
}
