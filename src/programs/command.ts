/** Which shell a command was written for. */
export type Dialect = 'posix' | 'powershell';

/**
 * Why a command's failure does not show in the exit status of the whole call.
 *
 * `or-true`: followed by `|| true`, `|| :`, `|| echo …`. `or-else`: followed by `||` and another attempt. `stderr-discarded` leaves
 * the exit status alone but hides the reason.
 */
export type MaskReason =
  | 'pipe'
  | 'or-true'
  | 'or-else'
  | 'sequence'
  | 'background'
  | 'negated'
  | 'condition'
  | 'loop'
  | 'substitution'
  | 'stderr-discarded';

/** One word of a command line. */
export interface Word {
  /** Without quotes and escapes; expansions as typed. */
  readonly text: string;
  /** Some part of it was quoted or escaped. */
  readonly quoted: boolean;
  /** It contains a variable, a substitution or arithmetic that the shell would expand. */
  readonly hasExpansion: boolean;
  /** It contains an unquoted `*`, `?`, `[…]` or `{a,b}`. */
  readonly isGlob: boolean;
}

/** A redirection: `2>` `/dev/null`, `2>&` `1`, `<<` `EOF`. */
export interface Redirection {
  /** The operator with its descriptor. */
  readonly op: string;
  /** The file, the descriptor or the delimiter, without quotes. */
  readonly target: string;
}

/** One argument: a flag with the value that belongs to it, or an operand. */
export interface Argument {
  /** Whether it is a flag or an operand. */
  readonly kind: 'flag' | 'operand';
  /** The flag's name (`--tags`), or the operand. */
  readonly text: string;
  /** The flag's value, attached by `=` or the next word where the flag is known to take one. */
  readonly value: string | undefined;
  /** The word it came from. */
  readonly word: Word;
  /** The word of a value that stood on its own. */
  readonly valueWord: Word | undefined;
  /** It stood behind `--`. */
  readonly afterDashes: boolean;
}

/** The purpose of a command within its line: preparing others, doing the work, or filtering output. */
export type Role = 'setup' | 'work' | 'filter';

/** One simple command, with everything that shapes how it runs. */
export interface ShellCommand {
  /** Variables set for it: `FOO=1 cmd`, `env FOO=1 cmd`, and `export FOO=1` earlier in the text. */
  readonly env: Readonly<Record<string, string>>;
  /** Wrappers that were peeled off in front, with their options: `sudo`, `timeout 60`, `bash -lc`. */
  readonly wrappers: readonly string[];
  /** The words of a runner that starts the program: `uv run`, `npx -y`, `python -m`. */
  readonly runner: readonly string[];
  /** The program as typed, without quotes. */
  readonly program: string;
  /** Its base name without `.exe`. */
  readonly name: string;
  /** For programs known to have them: `commit`, `pr create`, `compose up`. */
  readonly subcommand: string | undefined;
  /** Words after program and subcommand, except flags that only set the directory. */
  readonly args: readonly string[];
  /** Names of the flags, values cut off; none after `--`. */
  readonly flags: readonly string[];
  /** Arguments that are neither flags nor known values of flags. */
  readonly operands: readonly string[];
  /** `args` with their quoting. */
  readonly words: readonly Word[];
  /** `args` divided into flags with values and operands. */
  readonly arguments: readonly Argument[];
  /** Its redirections, in order. */
  readonly redirects: readonly Redirection[];
  /** The directory it runs in, as typed and joined, where the text says. */
  readonly dir: string | undefined;
  /** Files sourced earlier in the text: `.venv/bin/activate`. */
  readonly sourced: readonly string[];
  /** Its exit status does not decide the call's. */
  readonly exitMasked: boolean;
  /** Why, and whether its stderr is thrown away. */
  readonly masks: readonly MaskReason[];
  /** Its error output goes nowhere. */
  readonly stderrDiscarded: boolean;
  /** It runs inside a command or process substitution. */
  readonly nested: boolean;
  /** It reads from the command before it. */
  readonly piped: boolean;
  /** It may not have run although the call did: behind `||`, in a branch, in a loop. */
  readonly conditional: boolean;
  /** Its purpose within its line. */
  readonly role: Role;
  /** The shell it was written for. */
  readonly dialect: Dialect;
  /** Its own text. */
  readonly source: string;
}

/** A command line, taken apart. Results are cached and shared: they are never changed. */
export interface ParsedCommand {
  /** The shell would accept it, and it was read whole. */
  readonly ok: boolean;
  /** The parsed text, cut at 20,000 characters. */
  readonly text: string;
  /** Every simple command in the order the shell would start them. */
  readonly commands: readonly ShellCommand[];
  /** The command that the call is about. */
  readonly main: ShellCommand | undefined;
  /** Where the shell ends up if every `cd` works, as typed. */
  readonly cdAfter: string | undefined;
  /** The last command whose exit status can be the call's. */
  readonly exitDecidedBy: ShellCommand | undefined;
  /** The exit status of some command that does the work is swallowed. */
  readonly masked: boolean;
  /** It contains a heredoc (or a PowerShell here-string). */
  readonly heredoc: boolean;
}
