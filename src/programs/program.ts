import type { CauseRule } from './cause-rule.ts';
import type { Argument, Role, ShellCommand } from './command.ts';
import type { FindingFormat } from './finding-format.ts';
import type { BypassRule, DangerRule } from './refusal-rule.ts';

/**
 * Everything known about a tool. Every fact is optional; without it, a rule of thumb that holds for most programs applies.
 *
 * Lists are words separated by single spaces. A subcommand with two levels is written with a slash: `remote/add`. A fact of type
 * `true | string` is true of the program always, or of the listed subcommands. A fact that depends on the arguments is a function; it
 * sees a single command and never the file system.
 */
export interface Program {
  /** Its name, or the names of several programs about which exactly the same is known. */
  readonly names: string;
  /** Other names of the first program. Versions such as `python3` are covered by `versioned`. */
  readonly aliases?: string;
  /** Names that may carry a version: `python3.12`, `gcc-13`. */
  readonly versioned?: string;
  /** Names, as people type them, of programs that do the same and can take its place: `pnpm` for `npm`. */
  readonly substitutes?: string;

  // Reading its command line

  /** The grammar of its subcommands; `{}` if they have one level and no flags precede them. */
  readonly subcommands?: Subcommands;
  /**
   * Its first argument is never a verb, unlike that of an unknown program. Implied by `subcommands`, `role`, `hasTargets` and by a
   * `looks`, `asks` or `changes` that is `true`.
   */
  readonly hasNoVerbs?: true;
  /** Flags that take the next word as their value. Default: the flags that do so in most programs. */
  readonly valueFlags?: string;
  /** Flags that take a value, for single subcommands; they replace `valueFlags`. */
  readonly valueFlagsOf?: Readonly<Record<string, string>>;
  /** A word before the subcommand that selects its version: `cargo +nightly`. */
  readonly toolchain?: RegExp;
  /** Its long flags have one dash: `-run` is not `-r -u -n`. */
  readonly hasSingleDashes?: true;
  /** The arguments after `--` belong to another program. */
  readonly passesOn?: true;
  /** Its `-h` does not ask for help: `psql -h` names a host. */
  readonly hasOtherH?: true;
  /** Flags that set its working directory, if it has no subcommands. */
  readonly directoryFlags?: string;
  /** Flags whose value is a path, in addition to those that mean one in every program. */
  readonly pathFlags?: string;
  /** The meaning of its operands. Default: an operand that looks like a path is one. */
  readonly operands?: OperandKind | ((command: ShellCommand) => OperandChooser);
  /** It runs the file given as its first operand, so that this file identifies the command. */
  readonly interprets?: true;
  /** Flags whose value is code; with one of them, an interpreter behind a pipe is a filter. */
  readonly codeFlags?: string;

  // Starting other programs

  /** The ways in which it starts another program in an environment of its own: `uv run`. */
  readonly starts?: readonly Start[];
  /** What it starts runs elsewhere, without our folders and our environment: in a container, on another machine. */
  readonly runsElsewhere?: true;
  /** It only changes how another program runs, and is peeled off: `timeout 60`. */
  readonly wraps?: Wrap;
  /** It starts a test runner that is named somewhere behind its own options: `c8 --all mocha`, `cross-env A=1 jest`. */
  readonly startsTestRunners?: true;
  /** Subcommands that are followed by the name of a script of the project: `npm run`. */
  readonly runsScripts?: string;
  /** These scripts are those of package.json. */
  readonly runsPackageScripts?: true;
  /** Subcommands that run the script of the same name: `npm test`. */
  readonly scriptShorthands?: string;
  /** Its own subcommands, if every other word is a script: `pnpm build`. */
  readonly ownSubcommands?: string;
  /** Its operands are targets or tasks of the project. */
  readonly hasTargets?: true;

  // Effects

  /** Its purpose within a line: it prepares other commands, or filters their output. */
  readonly role?: 'setup' | 'filter' | ((subcommand: string | undefined, flags: readonly string[]) => Role);
  /** It only reads, and changes nothing. In the list, `x/*` means any second word, and `*\/x` any first word. */
  readonly looks?: true | string;
  /** Whether it only reads because of its arguments, if `looks` does not already say so. */
  readonly looksIf?: (command: ShellCommand) => boolean;
  /** Whether it writes files although `looks` says otherwise: `sed -i`. */
  readonly editsIf?: (command: ShellCommand) => boolean;
  /** Its exit code answers a question, and 1 means no. Not for linters, whose exit code is a finding. */
  readonly asks?: true | string;
  /** Flags that turn a subcommand (`''` for the program itself) into a question; an empty list means that it always is one. */
  readonly asksWith?: Readonly<Record<string, string>>;
  /** Whether it asks a question because of its arguments. */
  readonly asksIf?: (command: ShellCommand) => boolean;
  /** It asks whether something exists if its errors are discarded: `ls x 2>/dev/null`. */
  readonly asksQuietly?: true;
  /** Exit codes other than 1 that are answers, by subcommand (`''` for the program itself). */
  readonly answers?: Readonly<Record<string, readonly number[]>>;
  /** It searches for text in files. */
  readonly searches?: true;
  /** It prints text written by others, so that its output may contain any line. */
  readonly printsTexts?: true | string;
  /** It changes the machine, the checkout or services, and may therefore be a prerequisite of another command. */
  readonly changes?: true | string;
  /** Whether it changes something because of its arguments. */
  readonly changesIf?: (command: ShellCommand) => boolean;
  /** Ways around its own checks, which are never taught. `programs` is implied. */
  readonly bypasses?: readonly BypassRule[];
  /** Other uses that no lesson recommends. */
  readonly dangers?: readonly DangerRule[];

  // Errors, findings and files

  /** Errors it prints, and the reason each of them gives for a failed call. */
  readonly causes?: readonly CauseRule[];
  /** The interpreter behind it, whose errors it passes on: `python`, `node`. */
  readonly runtime?: string;
  /** Errors which mean that tests cannot run at all, whatever the project's code is. */
  readonly obstacles?: readonly RegExp[];
  /** Problems of what it depends on (a daemon, a registry) that can be healed without changing the call, by the line that shows them. */
  readonly outages?: readonly Outage[];
  /** It runs tests and does nothing else. */
  readonly tests?: true;
  /** It examines the code and reports problems. `git commit` and `git push` do so through hooks. */
  readonly checks?: true | string;
  /** Formats of its findings. The first format that fits a line counts, in the order of all programs. */
  readonly findings?: readonly FindingFormat[];
  /** The language that its findings are about, as people call it: `TypeScript`. */
  readonly language?: string;
  /** It examines whole packages, and reports names as undefined if it is given single files. */
  readonly wholePackages?: WholePackages;
  /** The comment that switches it off for a line or a file. A command that writes one is a bypass. */
  readonly waiver?: RegExp;
  /** Returns the command that repairs its findings, given the command that found them. */
  readonly repairs?: (run: string, command: ShellCommand) => string | undefined;
  /** The ways in which it rewrites files of the project. `{}` means none, whatever its subcommands are called. */
  readonly rewrites?: Rewrite;
  /** It builds or generates something that other parts of the project need. */
  readonly builds?: true | string | ((command: ShellCommand) => boolean);
  /** The folder that its builds write to; empty if they write beside the source. */
  readonly buildFolder?: string;

  // Its name in prose

  /** A remark that names it is about a way of working: "use ruff". */
  readonly isSpokenOf?: true;
  /** Its name is not an English word, so that it starts a command in prose; a pattern of what must follow if it is one: `make build`. */
  readonly isNoWord?: true | RegExp;
  /**
   * In a sentence without code marks its name begins a command, which the guard of advice examines. Only for programs that a refusal can
   * be about. A pattern where that holds for some of its names, for others, or with some subcommands.
   */
  readonly guardedInProse?: true | RegExp;
  /** The purpose of a script named after it: `eslint` in package.json is a linter. */
  readonly scriptPurpose?: ScriptPurpose;

  // Packages

  /** The packages that contain it, if their names differ from its own. */
  readonly packages?: string;
  /** Subcommands that, without operands, install the packages declared by the project. */
  readonly restores?: string | ((command: ShellCommand) => boolean);
  /** It installs what package.json declares; a project that has one of these lock files uses it. */
  readonly managesPackageJson?: { readonly locks: string };
  /** Files of a project that declare packages, by their registry; a star matches anything. */
  readonly manifests?: Partial<Readonly<Record<Ecosystem, string>>>;
  /** The ways in which it fetches a program from a registry in order to run it. */
  readonly fetches?: readonly Fetch[];
  /** The ways in which it installs packages given by name. */
  readonly installs?: readonly Install[];
}

/** The ways in which a program rewrites existing files. A subcommand may also be its first operand. */
export interface Rewrite {
  /** It tidies code unless told only to look: always, or with these subcommands. */
  readonly tidies?: true | string;
  /** Flags that tell it to tidy. */
  readonly told?: string;
  /** Flags that tell it only to look, in addition to those of every program: `--check`, `--diff`, `--dry-run`. */
  readonly looks?: string;
  /** It generates code: always, or with these subcommands. */
  readonly generates?: true | string;
  /** It replaces files or parts of them: a checkout, a copy, an edit in place. */
  readonly replaces?: true | string | ((command: ShellCommand) => boolean);
}

/** The grammar of a program's subcommands. */
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
 * The meaning of a program's operands. `paths`: all are files or folders. `pattern-first`: the first is a pattern, a program or a mode, the
 * rest are files. `script-first`: the first is a file to run. `targets`: targets or packages, unless they begin like a path. `no-paths`:
 * messages, names, addresses, revisions.
 */
type OperandKind = 'paths' | 'pattern-first' | 'script-first' | 'targets' | 'no-paths';

/** The way to treat one operand: as a path, as one if it looks so, only if it begins like one, or never. */
type OperandChoice = 'path' | 'maybe' | 'explicit' | 'none';

/** Decides how to treat an operand, by its number, by itself, and by its position among the arguments. */
export type OperandChooser = (operand: number, argument: Argument, at: number) => OperandChoice;

/** The beginning of a command line that starts another program, up to where that program begins. */
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

/** The options of a wrapper. */
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

/** The purpose of a script of a project. */
export type ScriptPurpose = 'lint' | 'types' | 'format' | 'test';

/** A problem of the environment of a call that can be fixed without changing the call. */
export type Ailment = 'network' | 'auth' | 'service' | 'registry';

/** A line of output that shows such a problem. */
export interface Outage {
  /** The name of the rule: `network.no-route`. */
  readonly id: string;
  readonly ailment: Ailment;
  /** The pattern that a line must match. */
  readonly line: RegExp;
}

/** The files that a program must not be given one by one. */
export interface WholePackages {
  /** The subcommands of which it is true. */
  readonly subcommands: string;
  /** The files that must not be named one by one. */
  readonly file: RegExp;
  /** The message that it prints in that case. */
  readonly error: RegExp;
  /** It prints the same message for code that is wrong, so that only a passing run tells the two apart. */
  readonly reportsRealMistakes?: true;
}

/** The registry of a package. `tools` are packages of a machine: Homebrew, apt, mise. */
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
  /** A prefix of the package's name: `npm create x` fetches `create-x`. */
  readonly prefix?: string;
}
