import type { Call } from '../agents/call.ts';
import type { Roots, ThreadView } from '../failures/recovery/session-view.ts';
import { joinDirectory } from '../failures/recovery/touched.ts';
import { pathsOf, type ShellCommand, signatureOf } from '../failures/shell/index.ts';

/** One thing a call did, small enough to keep for every call of a project: what triggers are scored on. */
export interface Deed {
  call: string;
  session: string;
  at: number;
  tool: Call['tool'];
  name: string;
  /** Shell: the simple command, words joined by one space, without redirections and environment. Else the path. */
  text: string;
  /** Shell: what it does, without values: `npm run build`. */
  signature: string;
  /** Repository paths it names. */
  paths: readonly string[];
  outcome: 'ok' | 'failed' | 'refused';
}

/** Every deed of a project, with the paths that were there. */
export class History {
  readonly #byProgram = new Map<string, Deed[]>();
  readonly #byName = new Map<string, Deed[]>();
  readonly #byPath = new Map<string, { firstOk: number; lastOk: number; count: number; reads: number }>();
  readonly #folders = new Map<string, number>();
  readonly #deedsAt = new Map<string, Deed[]>();

  /** Takes in one judged thread. */
  add(view: ThreadView): void {
    for (const step of view.steps) {
      const { call, failure } = step;
      if (call.outcome === 'cancelled' || call.outcome === 'unknown') continue;
      const outcome = call.outcome === 'rejected' || call.outcome === 'blocked' ? 'refused' : failure ? 'failed' : 'ok';
      for (const deed of deedsOf(call, step.parsed?.commands ?? [], view.roots, outcome)) this.#remember(deed);
    }
  }

  /** The deeds of one program by its base name: `./gradlew` and `tools/gradlew` are both `gradlew`. */
  named(program: string): readonly Deed[] {
    return this.#byName.get(program) ?? [];
  }

  /** The deeds whose text starts with this word (`git`, `./gradlew`), or of one tool (`Read`). */
  deedsOf(program: string): readonly Deed[] {
    return this.#byProgram.get(program) ?? [];
  }

  /** Every path of the repository that was named, with the deeds that named it. */
  paths(): Iterable<[path: string, deeds: readonly Deed[]]> {
    return this.#deedsAt;
  }

  /** When the path was there: first and last time a call worked on it, and how often. */
  presence(path: string): { firstOk: number; lastOk: number; count: number } | undefined {
    return this.#byPath.get(path);
  }

  /** When something below the folder was last there; undefined where nothing ever was. */
  folderSeenAt(folder: string): number | undefined {
    return this.#folders.get(folder) ?? this.#byPath.get(folder)?.lastOk;
  }

  /** The files of a folder that were read most. */
  filesIn(folder: string, count: number): string[] {
    const prefix = folder === '' ? '' : `${folder}/`;
    const files: [string, number][] = [];
    for (const [path, seen] of this.#byPath) {
      if (path.startsWith(prefix) && !path.slice(prefix.length).includes('/') && seen.reads > 0) files.push([path, seen.reads]);
    }
    return files
      .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
      .slice(0, count)
      .map(([path]) => path);
  }

  #remember(deed: Deed): void {
    const key = deed.tool === 'shell' ? (deed.text.split(' ', 1)[0] ?? '') : deed.name;
    push(this.#byProgram, key, deed);
    push(this.#byName, deed.signature.split(' ', 1)[0] ?? '', deed);
    for (const path of deed.paths) {
      push(this.#deedsAt, path, deed);
      if (deed.outcome !== 'ok') continue;
      const seen = this.#byPath.get(path) ?? { firstOk: deed.at, lastOk: deed.at, count: 0, reads: 0 };
      seen.firstOk = Math.min(seen.firstOk, deed.at);
      seen.lastOk = Math.max(seen.lastOk, deed.at);
      seen.count += 1;
      if (deed.tool === 'read' || deed.tool === 'edit') seen.reads += 1;
      this.#byPath.set(path, seen);
      for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
        const folder = path.slice(0, cut);
        this.#folders.set(folder, Math.max(deed.at, this.#folders.get(folder) ?? 0));
      }
    }
  }
}

function deedsOf(call: Call, commands: readonly ShellCommand[], roots: Roots, outcome: Deed['outcome']): Deed[] {
  const base = { call: call.id, session: call.session, at: call.at, tool: call.tool, name: call.name, outcome };
  if (commands.length > 0) {
    return commands
      .filter((command) => !command.nested)
      .map((command) => {
        const directory = joinDirectory(call.cwd, command.dir);
        const paths = pathsOf(command).map((path) => roots.relative(path, directory));
        return { ...base, text: commandText(command), signature: signatureOf(command), paths: paths.filter(isSet) };
      });
  }
  const path = call.input.path === undefined ? undefined : roots.relative(call.input.path, call.cwd);
  return [{ ...base, text: path ?? '', signature: call.name, paths: path ? [path] : [] }];
}

/** A simple command as triggers see it. */
export function commandText(command: ShellCommand): string {
  return [...command.runner, command.program, command.subcommand, ...command.args].filter(isSet).join(' ').slice(0, 400);
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
