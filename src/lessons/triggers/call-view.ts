import type { Call } from '../../agents/call.ts';
import { resolveDirectory } from '../../failures/recovery/join-directory.ts';
import type { Roots } from '../../failures/recovery/session-view.ts';
import { joinPath } from '../../shared/paths.ts';
import { parseShell, pathsOf, type ShellCommand } from '../../shell/index.ts';
import { splitWords } from './rule.ts';

/** A call before it runs: everything that a trigger may examine. */
export type AskedCall = Pick<Call, 'tool' | 'name' | 'input' | 'cwd' | 'thread' | 'compacted'> & {
  /** Shared by calls that were sent in one turn and so run beside each other. */
  batch?: number | string;
};

/** One simple command of a shell call, as rules see it. */
export interface SeenCommand {
  /** The command as parsed. */
  readonly command: ShellCommand;
  /** Runner, program, subcommand and arguments, without redirections and environment. */
  readonly words: readonly string[];
  /** The same words including the wrappers that were removed in front: `timeout 60 make`. */
  readonly wrapped?: readonly string[];
  /** The working directory of the command. */
  readonly directory: string | undefined;
}

/** A call as rules see it. The command is parsed on demand: that takes 20 to 50 µs, and most calls match nothing. */
export class CallView {
  readonly call: AskedCall;
  readonly roots: Roots;
  /** The working directory of the session. */
  readonly directory: string | undefined;
  #commands: readonly SeenCommand[] | undefined;
  #named: Map<SeenCommand, readonly string[]> | undefined;
  #path: { value: string | undefined } | undefined;

  constructor(call: AskedCall, roots: Roots, directory: string | undefined) {
    this.call = call;
    this.roots = roots;
    this.directory = directory;
  }

  /** The simple commands of a shell call; a command inside a substitution does not count. */
  get commands(): readonly SeenCommand[] {
    this.#commands ??= this.#takeApart();
    return this.#commands;
  }

  /** The path of a file tool or a search, relative to the repository; undefined if it is outside or there is none. */
  get path(): string | undefined {
    const path = pathOf(this.call);
    if (path === undefined) return undefined;
    this.#path ??= { value: this.roots.relative(path, this.directory) };
    return this.#path.value;
  }

  /** Returns the paths that a command names, relative to the repository. */
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
        const wrapped =
          command.wrappers.length > 0 ? { wrapped: [...command.wrappers.flatMap(splitWords), ...words] } : {};
        return { command, words, ...wrapped, directory: resolveDirectory(this.directory, command.dir) };
      });
  }
}

/** Returns the path given to a file tool; for a search for files, the folder with which its pattern begins. */
export function pathOf({
  tool,
  input: { path, pattern, command },
}: Pick<AskedCall, 'tool' | 'input'>): string | undefined {
  if (command !== undefined) return undefined;
  const folder = tool === 'list' ? /^[^*?[{]*(?=\/)/.exec(pattern ?? '')?.[0] : undefined;
  if (!folder) return path;
  return path === undefined ? folder : joinPath(path, folder);
}

/** Returns the words of a simple command as rules see them: quoted text is split into its words. */
export function wordsOfCommand(command: ShellCommand): string[] {
  const parts = [...command.runner, command.program, command.subcommand ?? '', ...command.args];
  return splitWords(parts.join(' ').slice(0, LONGEST_COMMAND));
}

/** A text longer than this contains no flag or file that a lesson is about, but a message or a script. */
const LONGEST_COMMAND = 2000;
