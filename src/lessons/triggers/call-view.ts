import type { Call } from '../../agents/call.ts';
import { joinDirectory } from '../../failures/recovery/join-directory.ts';
import type { Roots } from '../../failures/recovery/session-view.ts';
import { joinPath } from '../../shared/paths.ts';
import { parseShell, pathsOf, type ShellCommand } from '../../shell/index.ts';
import { splitWords } from './rule.ts';

/** A call before it runs: all that a trigger may look at. */
export type AskedCall = Pick<Call, 'tool' | 'name' | 'input' | 'cwd' | 'thread' | 'compacted'> & {
  /** Calls that were sent in one turn share it: they run beside each other. */
  batch?: number | string;
};

/** One simple command of a shell call, as rules see it. */
export interface SeenCommand {
  /** As the parser gives it. */
  readonly command: ShellCommand;
  /** Runner, program, sub-command and arguments, without redirections and environment. */
  readonly words: readonly string[];
  /** The same behind what was peeled off in front of it: `timeout 60 make`. */
  readonly wrapped?: readonly string[];
  /** The directory it runs in. */
  readonly directory: string | undefined;
}

/** A call as rules see it. The command is taken apart when somebody asks: that takes 20 to 50 µs, and most calls match nothing. */
export class CallView {
  readonly call: AskedCall;
  readonly roots: Roots;
  /** The directory the session is in. */
  readonly directory: string | undefined;
  #commands: readonly SeenCommand[] | undefined;
  #named: Map<SeenCommand, readonly string[]> | undefined;
  #path: { value: string | undefined } | undefined;

  constructor(call: AskedCall, roots: Roots, directory: string | undefined) {
    this.call = call;
    this.roots = roots;
    this.directory = directory;
  }

  /** The simple commands of a shell call; what runs inside a substitution is none. */
  get commands(): readonly SeenCommand[] {
    this.#commands ??= this.#takeApart();
    return this.#commands;
  }

  /** The path of a file tool or a search, relative to the repository; undefined where it lies outside or there is none. */
  get path(): string | undefined {
    const path = pathOf(this.call);
    if (path === undefined) return undefined;
    this.#path ??= { value: this.roots.relative(path, this.directory) };
    return this.#path.value;
  }

  /** The paths that a command names, relative to the repository. */
  pathsIn(seen: SeenCommand): readonly string[] {
    this.#named ??= new Map();
    const known = this.#named.get(seen);
    if (known) return known;
    const paths = pathsOf(seen.command).flatMap((path) => this.roots.relative(path, seen.directory) ?? []);
    this.#named.set(seen, paths);
    return paths;
  }

  #takeApart(): SeenCommand[] {
    const { command: text } = this.call.input;
    if (text === undefined) return [];
    return parseShell(text, this.call.name)
      .commands.filter((command) => !command.nested)
      .map((command) => {
        const words = wordsOfCommand(command);
        const wrapped = command.wrappers.length > 0 ? { wrapped: [...command.wrappers.flatMap(splitWords), ...words] } : {};
        return { command, words, ...wrapped, directory: joinDirectory(this.directory, command.dir) };
      });
  }
}

/** The path that a tool for files is given; of a search for files, the folder that its pattern begins with. */
export function pathOf({ tool, input: { path, pattern, command } }: Pick<AskedCall, 'tool' | 'input'>): string | undefined {
  if (command !== undefined) return undefined;
  const folder = tool === 'list' ? /^[^*?[{]*(?=\/)/.exec(pattern ?? '')?.[0] : undefined;
  if (!folder) return path;
  return path === undefined ? folder : joinPath(path, folder);
}

/** A simple command as rules see it: quoted text falls into its words. */
export function wordsOfCommand(command: ShellCommand): string[] {
  const parts = [...command.runner, command.program, command.subcommand ?? '', ...command.args];
  return splitWords(parts.join(' ').slice(0, LONGEST_COMMAND));
}

/** Behind this much text there is no flag or file that a lesson is about, but a message or a script. */
const LONGEST_COMMAND = 2000;
