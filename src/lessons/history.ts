import type { Call } from '../agents/call.ts';
import { parseStep, type Roots, type Step, type ThreadView } from '../failures/recovery/session-view.ts';
import { joinDirectory } from '../failures/recovery/touched.ts';
import { pathsOf, type ShellCommand, signatureOf } from '../failures/shell/index.ts';

/** One thing a call did: what triggers are scored on. */
export interface Deed {
  call: string;
  at: number;
  tool: Call['tool'];
  /** Shell: the simple command, words joined by one space, without redirections and environment. Else the path. */
  text: string;
  /** Shell: what it does, without values: `npm run build`. Else the tool's name. */
  signature: string;
  /** Repository paths it names. */
  paths: readonly string[];
  outcome: 'ok' | 'failed' | 'refused';
}

/** When a path was there. */
export interface Presence {
  firstOk: number;
  lastOk: number;
  /** How often it was read or edited. */
  reads: number;
}

/** A shell call, taken apart only when somebody asks for a word in it: most are never asked for. */
interface RememberedCommand {
  call: Call;
  outcome: Deed['outcome'];
  roots: Roots;
  deeds?: Deed[];
}

/** What the calls of a project did, small enough to be kept for all of them, and which paths were there. */
export class History {
  readonly #commands: RememberedCommand[] = [];
  readonly #deedsAt = new Map<string, Deed[]>();
  readonly #files = new Map<string, Presence>();
  readonly #folders = new Map<string, number>();
  readonly #byWord = new Map<string, readonly Deed[]>();

  /** Takes in one judged thread. */
  add(view: ThreadView): void {
    for (const step of view.steps) {
      const { call } = step;
      if (call.outcome === 'cancelled' || call.outcome === 'unknown') continue;
      if (call.input.command !== undefined) this.#commands.push({ call, outcome: outcomeOf(step), roots: view.roots });
      else if (call.input.path !== undefined) this.#addFile(step, view.roots.relative(call.input.path, call.cwd));
    }
  }

  /** What shell calls did whose text holds these characters. */
  holding(text: string): readonly Deed[] {
    return this.#select(text, (command) => command.includes(text));
  }

  /** What shell calls did whose text holds this word, not as part of a longer one. */
  naming(word: string): readonly Deed[] {
    return this.#select(` ${word} `, (command) => holdsWord(command, word));
  }

  /** What file tools did, by path. */
  files(): Iterable<[path: string, deeds: readonly Deed[]]> {
    return this.#deedsAt;
  }

  /** Whether a call worked on the path after a time. */
  sawPathSince(path: string, time: number): boolean {
    if ((this.#files.get(path)?.lastOk ?? 0) > time) return true;
    return this.#ranSince(lastPart(path), time, (named) => named === path);
  }

  /** Whether the folder, or something below it, was there after a time. */
  sawFolderSince(folder: string, time: number): boolean {
    if ((this.#folders.get(folder) ?? this.#files.get(folder)?.lastOk ?? 0) > time) return true;
    return this.#ranSince(lastPart(folder), time, (path) => path === folder || path.startsWith(`${folder}/`));
  }

  /** How many shell calls that were let through have this word in their text: at least as many as really ran it. */
  countNaming(word: string): number {
    return this.#commands.filter(({ call, outcome }) => outcome !== 'refused' && holdsWord(call.input.command ?? '', word))
      .length;
  }

  /** The files of a folder that were read most. */
  filesIn(folder: string, count: number): string[] {
    const prefix = folder === '' ? '' : `${folder}/`;
    return [...this.#files]
      .filter(([path, seen]) => seen.reads > 0 && path.startsWith(prefix) && !path.slice(prefix.length).includes('/'))
      .sort((a, b) => b[1].reads - a[1].reads || a[0].localeCompare(b[0]))
      .slice(0, count)
      .map(([path]) => path);
  }

  /** Whether a shell call after a time worked on a wanted path. The newest are asked first: what is there is mostly still in use. */
  #ranSince(word: string, time: number, isWanted: (path: string) => boolean): boolean {
    const found = this.#commands.findLast((command) => {
      if (command.outcome !== 'ok' || command.call.at <= time || !holdsWord(command.call.input.command ?? '', word)) return false;
      return deedsOf(command).some((deed) => deed.paths.some(isWanted));
    });
    return found !== undefined;
  }

  #select(key: string, isWanted: (command: string) => boolean): readonly Deed[] {
    let deeds = this.#byWord.get(key);
    if (!deeds) {
      deeds = this.#commands.flatMap((command) => (isWanted(command.call.input.command ?? '') ? deedsOf(command) : []));
      this.#byWord.set(key, deeds);
    }
    return deeds;
  }

  #addFile(step: Step, path: string | undefined): void {
    if (!path) return;
    const { call } = step;
    const outcome = outcomeOf(step);
    const deed: Deed = { call: call.id, at: call.at, tool: call.tool, text: path, signature: call.name, paths: [path], outcome };
    const deeds = this.#deedsAt.get(path);
    if (deeds) deeds.push(deed);
    else this.#deedsAt.set(path, [deed]);
    if (outcome !== 'ok') return;
    const seen = this.#files.get(path) ?? { firstOk: call.at, lastOk: call.at, reads: 0 };
    seen.firstOk = Math.min(seen.firstOk, call.at);
    seen.lastOk = Math.max(seen.lastOk, call.at);
    if (call.tool === 'read' || call.tool === 'edit') seen.reads += 1;
    this.#files.set(path, seen);
    for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
      const folder = path.slice(0, cut);
      this.#folders.set(folder, Math.max(call.at, this.#folders.get(folder) ?? 0));
    }
  }
}

function outcomeOf({ call, failure }: Step): Deed['outcome'] {
  return call.outcome === 'rejected' || call.outcome === 'blocked' ? 'refused' : failure ? 'failed' : 'ok';
}

function deedsOf(command: RememberedCommand): Deed[] {
  command.deeds ??= takeApart(command);
  return command.deeds;
}

function takeApart({ call, outcome, roots }: RememberedCommand): Deed[] {
  const commands = parseStep(call)?.commands ?? [];
  return commands
    .filter((command) => !command.nested)
    .map((command) => {
      const directory = joinDirectory(call.cwd, command.dir);
      const paths = pathsOf(command).map((path) => roots.relative(path, directory));
      return {
        call: call.id,
        at: call.at,
        tool: call.tool,
        text: commandText(command),
        signature: signatureOf(command),
        paths: paths.filter(isSet),
        outcome,
      };
    });
}

/** A simple command as triggers see it. */
function commandText(command: ShellCommand): string {
  return [...command.runner, command.program, command.subcommand, ...command.args].filter(isSet).join(' ').slice(0, 400);
}

/** Whether a text holds a word that is not part of a longer one. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWordLetter(text.charCodeAt(at - 1)) && !isWordLetter(text.charCodeAt(at + word.length))) return true;
  }
  return false;
}

/** `a` to `z`, `A` to `Z`, digits and `_`; outside of the text there is none. */
function isWordLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
