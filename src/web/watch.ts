import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';

/** What is watched, and what is told. */
export interface WatchOptions {
  /** Folders whose files count; asked again after each change. With names, only these files of it do. */
  folders: () => Promise<ReadonlyMap<string, ReadonlySet<string> | undefined>>;
  /** Something changed. */
  onChange: () => Promise<void>;
}

/** A log is written line by line: this long after the last one it is read. */
const QUIET = 250;

/** But no later than this after the first one. */
const LONGEST_WAIT = 1500;

/** What no event tells of: folders on a network, and more folders than the system watches. */
const LOOK_AGAIN = 15_000;

/**
 * Watches folders, not files: one watch for each of some dozen folders, where a watcher of files needs one for each of thousands of logs
 * and looks each of them up when it starts.
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
    // Where they cannot be told, as with a mistake in the configuration, those from before are watched on.
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
      // There are too many watches: what changes is seen when we look again.
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

/** The folders of files and those above them, up to the folder that all of them are below. */
export function foldersAbove(paths: readonly string[], top: string): Set<string> {
  const folders = new Set<string>([top]);
  for (const path of paths) {
    for (let folder = dirname(path); folder.length > top.length && !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
  }
  return folders;
}
