import type { CallInput } from '../agents/call.ts';
import { resolveDirectory } from '../failures/recovery/join-directory.ts';
import type { Roots } from '../failures/recovery/session-view.ts';
import { userOf } from '../sessions/projects/containers.ts';
import { parseShell, placesOf, provesNothing, type ShellCommand, signatureOf } from '../shell/index.ts';
import { PastChecks } from './past-checks.ts';
import type { DeedOutcome, PastCall, PastThread } from './remember.ts';
import { indexedWords, WordIndex } from './word-index.ts';

/** One action of a call: the unit on which triggers are scored. */
export interface PastAction {
  call: string;
  at: number;
  /**
   * For a shell call, the simple command, its words joined by one space, without redirections and environment; otherwise the
   * path.
   */
  text: string;
  /** For a shell call, its action without values: `npm run build`; otherwise the tool's name. */
  signature: string;
  /** The repository paths that it names. */
  paths: readonly string[];
  outcome: DeedOutcome;
  /**
   * Whether its own status is known to be good, and it printed something: the status of the call may be that of another command.
   */
  isProved: boolean;
  /** The user whose home folder it ran in, if the log records it. */
  user?: string | undefined;
}

/** A thread with the roots of its paths. */
export interface PlacedThread extends PastThread {
  roots: Roots;
}

/** The client that ran a session, according to its log. */
export interface Client {
  agent: string;
  version?: string | undefined;
}

/** A shell call without its output, parsed only when a word in it is looked up: most never are. */
interface RememberedCommand {
  id: string;
  name: string;
  command: string;
  at: number;
  cwd: string | undefined;
  outcome: DeedOutcome;
  silent: boolean;
  /** Further arguments of the call, according to the log. */
  rest?: CallInput['rest'];
  /** The commands sent in the same turn, including this one. */
  batch?: readonly RememberedCommand[];
  roots: Roots;
  deeds?: PastAction[];
}

/** The knowledge about a file from the tools that read and write files. */
interface KnownFile {
  deeds: PastAction[];
  lastOk: number;
  /** The number of times it was read or edited. */
  reads: number;
}

/**
 * The actions of a project's calls, small enough to keep for all of them, and the paths that existed. Every query uses an index:
 * looking up each failure must not make the whole quadratic.
 */
export class History {
  readonly #commands = new WordIndex<RememberedCommand>((remembered) => remembered.command);
  readonly #files = new Map<string, KnownFile>();
  /** The paths below each folder. */
  readonly #below = new Map<string, string[]>();
  /** The time at which something in the folder last existed. */
  readonly #folders = new Map<string, number>();
  readonly #threads: PlacedThread[] = [];
  readonly #spans = new Map<string, { firstAt: number; lastAt: number }>();
  readonly #clients = new Map<string, Client>();
  /** The timestamps of all calls, sorted on first use. */
  #times: number[] | undefined;
  /** The files that were written, and the checks that were green. */
  readonly checks = new PastChecks();
  /** The number of times search tools found something in a folder or below it. */
  readonly #hits = new Map<string, number>();
  /** Paths of files and folders that existed, by their last part. */
  #named: { files: Map<string, string[]>; folders: Map<string, string[]> } | undefined;
  /** The time at which each path was last removed or moved, collected on first use. */
  #removals: ReadonlyMap<string, number> | undefined;

  /** Adds one thread. */
  add({ session, calls }: PastThread, roots: Roots): void {
    this.#named = undefined;
    this.#removals = undefined;
    this.#threads.push({ session, calls, roots });
    this.#times = undefined;
    const batches = new Map<number, RememberedCommand[]>();
    for (const call of calls) {
      const { id, name, at, cwd, deed, input, batch } = call;
      this.#widenSpan(session, call);
      if (deed === undefined) continue;
      if (input.command !== undefined) {
        const { command, rest } = input;
        const silent = call.silent === true;
        const remembered = { id, name, command, at, cwd, outcome: deed, silent, roots, rest };
        this.#commands.add(batch === undefined ? remembered : joinBatch(remembered, batch, batches));
      } else if (input.path !== undefined) this.#addFile(call, deed, roots.relative(input.path, cwd));
      if (call.wrote) this.checks.addWrites(call, roots);
    }
  }

  /** Records the client that ran a session. */
  addClient(session: string, client: Client): void {
    this.#clients.set(session, client);
  }

  /** Returns the client that ran a session, if known. */
  clientOf(session: string): Client | undefined {
    return this.#clients.get(session);
  }

  /** Returns every thread, in the order in which they were added. */
  threads(): readonly PlacedThread[] {
    return this.#threads;
  }

  /** Returns the time span of the calls of a session. */
  spanOf(session: string): { firstAt: number; lastAt: number } | undefined {
    return this.#spans.get(session);
  }

  /** Counts the calls made after a time. */
  countSince(time: number): number {
    this.#times ??= this.#threads.flatMap(({ calls }) => calls.map(({ at }) => at)).sort((a, b) => a - b);
    let [low, high] = [0, this.#times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] ?? 0) > time) high = middle;
      else low = middle + 1;
    }
    return this.#times.length - low;
  }

  /** Returns the actions of shell calls that contain this word, and perhaps of some more. */
  naming(word: string): readonly PastAction[] {
    return this.#commands.having(word).flatMap(deedsOf);
  }

  /** Returns the shell calls that contain this word and worked, as they were sent. */
  ranWell(word: string): readonly Pick<RememberedCommand, 'id' | 'name' | 'command' | 'rest' | 'batch'>[] {
    return this.#commands.having(word).filter(({ outcome }) => outcome === 'ok');
  }

  /** Returns the calls of a tool other than a shell that worked. */
  usedWell(name: string): readonly Pick<PastCall, 'input' | 'batch'>[] {
    return this.#threads.flatMap(({ calls }) => calls.filter((call) => call.name === name && call.deed === 'ok'));
  }

  /**
   * Counts the shell calls of one of these users that were allowed and contain this word: an upper bound of those that really ran
   * it.
   */
  countNaming(word: string, users?: ReadonlySet<string>): number {
    return this.#commands
      .having(word)
      .filter(({ outcome, cwd }) => outcome !== 'refused' && isBy(users, cwd === undefined ? undefined : userOf(cwd)))
      .length;
  }

  /** Returns the actions of file tools on the path. */
  fileDeeds(path: string): readonly PastAction[] {
    return this.#files.get(path)?.deeds ?? [];
  }

  /** Returns the paths below a folder that file tools worked on, or tried to. */
  filesBelow(folder: string): readonly string[] {
    return this.#below.get(folder) ?? [];
  }

  /** Whether a call worked on the path after a time. */
  sawPathSince(path: string, time: number): boolean {
    if ((this.#files.get(path)?.lastOk ?? 0) > time) return true;
    return this.#ranSince(path, time, (named) => named === path);
  }

  /** Whether the folder, or something below it, existed after a time. */
  sawFolderSince(folder: string, time: number): boolean {
    if (Math.max(this.#folders.get(folder) ?? 0, this.#files.get(folder)?.lastOk ?? 0) > time) return true;
    return this.#ranSince(folder, time, (path) => path === folder || path.startsWith(`${folder}/`));
  }

  /** Returns the time at which a command last removed or moved the path, or a folder above it; 0 if none did. */
  removedAt(path: string): number {
    this.#removals ??= this.#findRemovals();
    const removals = this.#removals;
    return Math.max(0, ...[path, ...foldersOf(path)].map((place) => removals.get(place) ?? 0));
  }

  /** Returns the time at which each path was last removed or moved. Only commands that may do that are parsed. */
  #findRemovals(): ReadonlyMap<string, number> {
    const removals = new Map<string, number>();
    for (const command of this.#commands.all()) {
      if (command.outcome !== 'ok' || !MAY_REMOVE.test(command.command)) continue;
      for (const { outcome, signature, paths, at } of deedsOf(command)) {
        if (outcome !== 'ok') continue;
        for (const place of removedBy(signature, paths)) removals.set(place, Math.max(at, removals.get(place) ?? 0));
      }
    }
    return removals;
  }

  /** Counts the searches in a folder, or in a part of it, that found something. */
  countHits(folder: string): number {
    const ran = this.naming(lastPart(folder)).filter(
      ({ outcome, signature, paths }) =>
        outcome === 'ok' &&
        SEARCHES.test(signature) &&
        paths.some((path) => path === folder || path.startsWith(`${folder}/`)),
    );
    return (this.#hits.get(folder) ?? 0) + new Set(ran.map(({ call }) => call)).size;
  }

  /** Returns the files of this name that calls worked on. */
  filesNamed(name: string): string[] {
    this.#named ??= this.#indexNames();
    const ran = this.#commands.having(name).flatMap((command) => (command.outcome === 'ok' ? deedsOf(command) : []));
    const proved = ran.filter((deed) => deed.outcome === 'ok');
    const inCommands = proved.flatMap((deed) => deed.paths.filter((path) => lastPart(path) === name));
    return [...new Set([...(this.#named.files.get(name) ?? []), ...inCommands])];
  }

  /** Returns the folders of this name that calls worked in. */
  foldersNamed(name: string): string[] {
    this.#named ??= this.#indexNames();
    return this.#named.folders.get(name) ?? [];
  }

  #indexNames(): { files: Map<string, string[]>; folders: Map<string, string[]> } {
    const there = [...this.#files].flatMap(([path, file]) => (file.lastOk > 0 ? [path] : []));
    return { files: byLastPart(there), folders: byLastPart(this.#folders.keys()) };
  }

  /** Returns the most frequently read files of a folder. */
  filesIn(folder: string, count: number): string[] {
    const depth = folder === '' ? 0 : folder.length + 1;
    const reads = (path: string) => this.#files.get(path)?.reads ?? 0;
    return this.filesBelow(folder)
      .filter((path) => reads(path) > 0 && !path.includes('/', depth))
      .sort((a, b) => reads(b) - reads(a) || a.localeCompare(b))
      .slice(0, count);
  }

  /** Returns the folders in a folder that were worked in, most recently used first. */
  foldersIn(folder: string, count: number): string[] {
    const depth = folder === '' ? 0 : folder.length + 1;
    return [...this.#folders]
      .filter(([path]) => path.length > depth && path.startsWith(folder) && !path.includes('/', depth))
      .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
      .slice(0, count)
      .map(([path]) => path);
  }

  /**
   * Whether a shell call after a time worked on a wanted path. The newest calls are checked first, because paths that exist are
   * mostly still in use.
   */
  #ranSince(path: string, time: number, isWanted: (path: string) => boolean): boolean {
    const words = indexedWords(path);
    // Every part of a path occurs in the command or in its working directory: checked before the command is parsed.
    const mayName = ({ command, cwd = '' }: RememberedCommand) =>
      words.every((word) => command.includes(word) || cwd.includes(word));
    const found = this.#commands.having(lastPart(path)).findLast((command) => {
      if (command.outcome !== 'ok' || command.at <= time || !mayName(command)) return false;
      return deedsOf(command).some((deed) => deed.outcome === 'ok' && deed.paths.some(isWanted));
    });
    return found !== undefined;
  }

  #widenSpan(session: string, { at, endedAt = at }: PastCall): void {
    const span = this.#spans.get(session);
    if (!span) this.#spans.set(session, { firstAt: at, lastAt: endedAt });
    else {
      span.firstAt = Math.min(span.firstAt, at);
      span.lastAt = Math.max(span.lastAt, endedAt);
    }
  }

  #addFile(call: PastCall, outcome: DeedOutcome, path: string | undefined): void {
    if (!path) return;
    const file = this.#files.get(path) ?? this.#openFile(path);
    const isProved = outcome === 'ok';
    file.deeds.push({ call: call.id, at: call.at, text: path, signature: call.name, paths: [path], outcome, isProved });
    if (outcome !== 'ok') return;
    file.lastOk = Math.max(file.lastOk, call.at);
    if (call.tool === 'read' || call.tool === 'edit') file.reads += 1;
    if (call.tool === 'search')
      for (const place of [path, ...foldersOf(path)]) this.#hits.set(place, (this.#hits.get(place) ?? 0) + 1);
    for (const folder of foldersOf(path)) this.#folders.set(folder, Math.max(call.at, this.#folders.get(folder) ?? 0));
  }

  #openFile(path: string): KnownFile {
    const file: KnownFile = { deeds: [], lastOk: 0, reads: 0 };
    this.#files.set(path, file);
    for (const folder of ['', ...foldersOf(path)]) {
      const below = this.#below.get(folder);
      if (below) below.push(path);
      else this.#below.set(folder, [path]);
    }
    return file;
  }
}

/** Matches the text of a command that may remove or move a path. */
const MAY_REMOVE = /\b(?:rm|rmdir|unlink|trash|mv)\b/;

/** Returns the paths that a command removes: for a move, the last one is the new place. */
function removedBy(signature: string, paths: readonly string[]): readonly string[] {
  if (/^(?:git )?rm\b|^(?:rmdir|unlink|trash)\b/.test(signature)) return paths;
  return /^(?:git )?mv\b/.test(signature) ? paths.slice(0, -1) : [];
}

/** Matches the signature of a command that searches. */
const SEARCHES = /^(?:[ef]?grep|rg|ag|ack)\b/;

/** Whether one of the users may have done it: an unknown user may be any of them. */
export function isBy(users: ReadonlySet<string> | undefined, user: string | undefined): boolean {
  return users === undefined || user === undefined || users.has(user);
}

/** Adds a command to those of its turn. */
function joinBatch(
  command: RememberedCommand,
  number: number,
  batches: Map<number, RememberedCommand[]>,
): RememberedCommand {
  const batch = batches.get(number) ?? [];
  batches.set(number, batch);
  const joined = { ...command, batch };
  batch.push(joined);
  return joined;
}

function deedsOf(command: RememberedCommand): PastAction[] {
  command.deeds ??= takeApart(command);
  return command.deeds;
}

function takeApart({ id, name, command: text, at, cwd, outcome, silent, roots }: RememberedCommand): PastAction[] {
  const user = cwd === undefined ? undefined : userOf(cwd);
  return parseShell(text, name)
    .commands.filter((command) => !command.nested)
    .map((command) => {
      const directory = resolveDirectory(cwd, command.dir);
      const paths = placesOf(command).map((path) => roots.relative(path, directory));
      const own = outcome === 'ok' && (provesNothing(command) || mayHavePassedOver(command)) ? 'unknown' : outcome;
      return {
        call: id,
        at,
        text: commandText(command),
        signature: signatureOf(command),
        paths: paths.filter(isSet),
        outcome: own,
        isProved: own === 'ok' && !silent && !command.exitMasked,
        user,
      };
    });
}

/**
 * Whether one of the paths that a command names may be missing although something was printed, because its complaint or its
 * status was hidden.
 */
function mayHavePassedOver(command: ShellCommand): boolean {
  return command.masks.length > 0 && placesOf(command).length > 1;
}

/** Returns a simple command as triggers see it. */
function commandText(command: ShellCommand): string {
  return [...command.runner, command.program, command.subcommand, ...command.args]
    .filter(isSet)
    .join(' ')
    .slice(0, 400);
}

/** Returns every folder above a path, the nearest first, without the root. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) folders.push(path.slice(0, cut));
  return folders;
}

function byLastPart(paths: Iterable<string>): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const path of paths) {
    const same = named.get(lastPart(path));
    if (same) same.push(path);
    else named.set(lastPart(path), [path]);
  }
  return named;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
