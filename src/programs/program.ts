import type { CauseRule } from './cause-rule.ts';
import type { Argument, Role, ShellCommand } from './command.ts';
import type { FindingFormat } from './finding-format.ts';
import type { BypassRule, DangerRule } from './refusal-rule.ts';

/**
 * All that is known of a tool. Each fact is optional: a tool of which nothing is known is read by what most programs do.
 *
 * Lists are words between blanks. A subcommand of two levels is written with a slash: `remote/add`. Where a fact depends on the arguments,
 * it is a function of the command, which sees one command only, and never the file system.
 */
export interface Program {
  /** Its name; the names of several programs where all of this is true of each of them. */
  readonly names: string;
  /** Other names of the first one: `python3` is not among them, see `versioned`. */
  readonly aliases?: string;
  /** The names that may have a version behind them: `python3.12`, `gcc-13`. */
  readonly versioned?: string;

  // How its command line is read.

  /** It has subcommands: `{}` where they have one level and no flags stand before them. */
  readonly subcommands?: Subcommands;
  /** It is no program of somebody's own whose first word may be a verb. Not needed beside `subcommands`, `role`, or a fact that is `true`. */
  readonly hasNoVerbs?: true;
  /** Flags that take the next word; without it, those that do so in most programs. */
  readonly valueFlags?: string;
  /** The same by subcommand, in place of those of the program. */
  readonly valueFlagsOf?: Readonly<Record<string, string>>;
  /** A word before the subcommand that chooses its version: `cargo +nightly`. */
  readonly toolchain?: RegExp;
  /** Its long flags begin with one dash: `-run` is not `-r -u -n`. */
  readonly hasSingleDashes?: true;
  /** Behind its `--` stand the flags of another program. */
  readonly passesOn?: true;
  /** Its `-h` is a host or the like, and no question for help. */
  readonly hasOtherH?: true;
  /** Flags that set the folder it works in, where it has no subcommands. */
  readonly directoryFlags?: string;
  /** Flags whose value is a file or folder, beside those that are so in every program. */
  readonly pathFlags?: string;
  /** What its operands are. Without it, each that looks like a path is one. */
  readonly operands?: OperandKind | ((command: ShellCommand) => OperandChooser);
  /** It runs the file that is its first operand: that file says what the command does. */
  readonly interprets?: true;
  /** Flags whose value is code, with which an interpreter is a filter behind a pipe. */
  readonly codeFlags?: string;

  // What it starts.

  /** Ways in which it starts another program in an environment of its own: `uv run`. */
  readonly starts?: readonly Start[];
  /** It only changes how another program runs, and is peeled off: `timeout 60`. */
  readonly wraps?: Wrap;
  /** Subcommands behind which the name of a script of the project stands: `npm run`. */
  readonly runsScripts?: string;
  /** Subcommands that run the script of the same name: `npm test`. */
  readonly scriptShorthands?: string;
  /** Its own subcommands, where every other one is a script: `pnpm build`. */
  readonly ownSubcommands?: string;
  /** Its operands are targets or tasks of the project. */
  readonly hasTargets?: true;

  // What it does.

  /** What it is for within a line: it prepares, or cuts what another one prints. */
  readonly role?: 'setup' | 'filter' | ((subcommand: string | undefined, flags: readonly string[]) => Role);
  /** It looks and changes nothing: always, or with these subcommands. `x/*` stands for any second word, `*\/x` for any first one. */
  readonly looks?: true | string;
  /** The same by the arguments, where `looks` does not say so. */
  readonly looksIf?: (command: ShellCommand) => boolean;
  /** It writes files although it `looks`: `sed -i`. */
  readonly editsIf?: (command: ShellCommand) => boolean;
  /** Its exit code is the answer to a question, 1 being "no": always, or with these subcommands. Linters are not: theirs is a finding. */
  readonly asks?: true | string;
  /** Flags that turn a subcommand (`''`: the program) into such a question. No flags: it is always one. */
  readonly asksWith?: Readonly<Record<string, string>>;
  /** The same by the arguments. */
  readonly asksIf?: (command: ShellCommand) => boolean;
  /** It asks whether something is there when its errors are thrown away: `ls x 2>/dev/null`. */
  readonly asksQuietly?: true;
  /** Exit codes other than 1 that are answers, by subcommand (`''`: the program). */
  readonly answers?: Readonly<Record<string, readonly number[]>>;
  /** It looks for text in files. */
  readonly searches?: true;
  /** It prints texts of others, so that any line may be in its output: always, or with these subcommands. */
  readonly printsTexts?: true | string;
  /** It changes machine, checkout or services, so that it may be what another command needed: always, or with these subcommands. */
  readonly changes?: true | string;
  /** The same by the arguments. */
  readonly changesIf?: (command: ShellCommand) => boolean;
  /** Ways around what it guards, which are never taught. The program is implied. */
  readonly bypasses?: readonly BypassRule[];
  /** What else no lesson recommends. The program is implied. */
  readonly dangers?: readonly DangerRule[];

  // What it says of itself, of the code under work, and what it makes of that.

  /** How its errors show why a call failed. */
  readonly causes?: readonly CauseRule[];
  /** The program that runs what it starts, and whose errors it passes on: `python`, `node`. */
  readonly runtime?: string;
  /** How it says that no test can be run, whatever the code of the project is. */
  readonly obstacles?: readonly RegExp[];
  /** It runs tests, and does nothing else. */
  readonly tests?: true;
  /** It looks at the code and says what is wrong with it: always, or with these subcommands. git does where hooks do. */
  readonly checks?: true | string;
  /** How it prints what it found; the first that fits a line counts, also among programs. */
  readonly findings?: readonly FindingFormat[];
  /** The language that its findings are about, as people call it. */
  readonly language?: string;
  /** The comment that switches it off for a line or a file: a command that writes one goes around it. */
  readonly waiver?: RegExp;
  /** The command that repairs what it found, from the one that found it. */
  readonly repairs?: (run: string, command: ShellCommand) => string | undefined;
  /** How it rewrites files of the project. `{}`: it does not, whatever its subcommands are called. */
  readonly rewrites?: Rewrite;
  /** It builds or generates what other parts of the project run on: always, or with these subcommands. */
  readonly builds?: true | string | ((command: ShellCommand) => boolean);

  /** The folder that its builds write to; empty where they write to where the source is. */
  readonly buildFolder?: string;

  // How people call it.

  /** Who names it speaks of a way of working: "use ruff". */
  readonly isSpokenOf?: true;
  /** Its name is no word of English, or is followed by what only a command has: in a text it begins a command. */
  readonly isNoWord?: true;

  // Packages.

  /** The packages that bring it, where they have another name. */
  readonly packages?: string;

  /** It installs what the project declares: with these subcommands, and no operands. */
  readonly restores?: string | ((command: ShellCommand) => boolean);

  /** Where it fetches what it runs, if that is not there. */
  readonly fetches?: readonly Fetch[];
  /** How it installs the packages it is given by name. */
  readonly installs?: readonly Install[];
}

/** How a program rewrites files that are there. The subcommand may also be its first operand. */
export interface Rewrite {
  /** It tidies code, unless it is told to look only: always, or with these subcommands. */
  readonly tidies?: true | string;
  /** Flags by which it is told to tidy. */
  readonly told?: string;
  /** Flags by which it is told to look only, beside those that mean so in every program: `--check`, `--diff`, `--dry-run`. */
  readonly looks?: string;
  /** It generates code: always, or with these subcommands. */
  readonly generates?: true | string;
  /** It puts other files or lines in the place of those that are there. */
  readonly replaces?: true | string | ((command: ShellCommand) => boolean);
}

/** How the subcommand of a program is found. */
export interface Subcommands {
  /** First words that have a second level: `remote` in `git remote add`; `*` where nearly all have. */
  readonly second?: string;
  /** With `*`: first words that stand alone. */
  readonly single?: string;
  /** First words that have a third level. */
  readonly third?: string;
  /** Global flags before the subcommand that take the next word. */
  readonly values?: string;
  /** Global flags that take the next word and set the directory. */
  readonly dirs?: string;
}

/**
 * What the operands of a program are. `paths`: all are files or folders. `pattern-first`: the first is a pattern, a program or a mode, the
 * rest are files. `script-first`: the first is a file to run. `targets`: targets or packages, unless they begin like a path. `no-paths`:
 * messages, names, addresses, revisions.
 */
export type OperandKind = 'paths' | 'pattern-first' | 'script-first' | 'targets' | 'no-paths';

/** How to take one operand: as a path, as one if it looks so, only if it begins like one, or never. */
export type OperandChoice = 'path' | 'maybe' | 'explicit' | 'none';

/** Says how to take each operand: by its number, itself, and its place among the arguments. */
export type OperandChooser = (operand: number, argument: Argument, at: number) => OperandChoice;

/** How a program that starts another one is recognised, and where its own words end. */
export interface Start {
  /** The words that must follow it, other flags between them aside: `run`, `compose exec`. */
  readonly lead?: string;
  /** Flags of its own that take the next word. */
  readonly values?: string;
  /** How many plain words belong to it: the service of `docker compose exec web`. */
  readonly positionals?: number;
  /** The command begins behind `--`, and only there. */
  readonly dashes?: true;
}

/** How the options of a wrapper are read. */
export interface Wrap {
  /** Flags that take the next word. */
  readonly values?: string;
  /** How many plain words it takes before the command: the 60 of `timeout 60`. */
  readonly positionals?: number;
  /** `NAME=value` words may stand before the command. */
  readonly assigns?: true;
  /** Words that make it a command of its own: `command -v`, `corepack enable`. */
  readonly alone?: string;
}

/** Where packages are published. `tools` are those of a machine: Homebrew, apt, mise. */
export type Ecosystem = 'npm' | 'pypi' | 'cargo' | 'go' | 'gem' | 'composer' | 'nuget' | 'tools';

/** A way of running what is fetched first. `pnpm exec`, `poetry run` and `bundle exec` run what is installed, and are none. */
export interface Fetch {
  readonly ecosystem: Ecosystem;
  /** Its words behind the program, flags left out. */
  readonly lead?: string;
  /** Flags that name packages. */
  readonly packageFlags: string;
  /** The program behind it is not fetched: `uv run --with x y` fetches x. */
  readonly packagesOnly?: true;
}

/** A way of installing packages. */
export interface Install {
  readonly ecosystem: Ecosystem;
  /** Its subcommands, the longer ones first, a comma between them; a flag where there are none; empty where it does nothing else. */
  readonly verbs: string;
  /** What the package's name begins with: `npm create x` fetches `create-x`. */
  readonly prefix?: string;
}
