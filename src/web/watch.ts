import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';

/** The folders to watch, and the callback. */
export interface WatchOptions {
  /** Returns the folders whose files count; called again after each change. With names, only these files of a folder count. */
  folders: () => Promise<ReadonlyMap<string, ReadonlySet<string> | undefined>>;
  /** Called when something has changed. */
  onChange: () => Promise<void>;
}

/** A log is written line by line: it is read this long after the last change. */
const QUIET = 250;

/** But no later than this after the first change. */
const LONGEST_WAIT = 1500;

/** Catches changes without an event: folders on a network, and more folders than the system can watch. */
const LOOK_AGAIN = 15_000;

/**
 * Watches folders, not files: one watch for each of some dozen folders. A watcher of files needs one for each of thousands of
 * logs, and looks up each of them when it starts.
 */
export class Watch {
  readonly #options: WatchOptions;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;
  #since: number | undefined;
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (this.#isClosed) return;
    this.#poll = setInterval(() => void this.#look(), LOOK_AGAIN);
    this.#poll.unref();
    await this.#update();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#poll);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  async #update(): Promise<void> {
    // If the folders cannot be determined, as with an error in the configuration, the previous ones stay watched.
    const wanted = await this.#options.folders().catch(() => undefined);
    if (this.#isClosed || !wanted) return;
    for (const [folder, watcher] of this.#watchers) {
      if (wanted.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const [folder, names] of wanted) if (!this.#watchers.has(folder)) this.#add(folder, names);
  }

  #add(folder: string, names: ReadonlySet<string> | undefined): void {
    if (!existsSync(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (names === undefined || name === null || names.has(name)) this.#note();
      });
      watcher.on('error', () => {
        watcher.close();
        this.#watchers.delete(folder);
      });
      this.#watchers.set(folder, watcher);
    } catch {
      // There are too many watches: the change is found at the next periodic check.
    }
  }

  #note(): void {
    const now = Date.now();
    this.#since ??= now;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), Math.min(QUIET, Math.max(0, this.#since + LONGEST_WAIT - now)));
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    this.#since = undefined;
    if (this.#isClosed) return;
    await this.#options.onChange();
    if (!this.#isClosed) await this.#update();
  }
}

/** Returns the folders of files and their parents, up to the folder that contains all of them. */
export function foldersAbove(paths: readonly string[], top: string): Set<string> {
  const folders = new Set<string>([top]);
  for (const path of paths) {
    for (let folder = dirname(path); folder.length > top.length && !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
  }
  return folders;
}
