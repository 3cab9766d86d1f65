import type { Argument, Command, Option } from 'commander';

/** A command as a shell completes it. */
export interface Completed {
  /** The words that call it after `hardwon`, such as `memory list`; empty for `hardwon` itself. */
  path: string;
  /** Commands that may follow it. */
  commands: readonly CompletedWord[];
  options: readonly CompletedOption[];
  /** What its arguments may be. */
  values: Values;
}

/** An option, such as `--project`. */
export interface CompletedOption {
  /** Its names, such as `-h` and `--help`. */
  names: readonly string[];
  description: string;
  /** What may follow it; undefined for one without a value. */
  values?: Values;
}

/** What a value may be: one of some words, a file, or anything. */
export interface Values {
  choices: readonly string[];
  isPath: boolean;
}

/** A word with its explanation. */
export interface CompletedWord {
  name: string;
  description: string;
}

/** Lists every command of a program, the program itself first. */
export function listCompleted(program: Command): Completed[] {
  return describe(program, [], null);
}

function describe(command: Command, path: readonly string[], parent: Command | null): Completed[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const own: Completed = {
    path: path.join(' '),
    commands: below.map((each) => ({ name: each.name(), description: each.summary() || each.description() })),
    options: help.visibleOptions(command).map(describeOption),
    values: describeArguments(command.registeredArguments, command.name() === 'help' ? parent : null),
  };
  return [own, ...below.flatMap((each) => describe(each, [...path, each.name()], command))];
}

function describeOption({
  short,
  long,
  description,
  argChoices = [],
  required,
  optional,
  flags,
}: Option): CompletedOption {
  const names = [short, long].flatMap((name) => name ?? []);
  if (!required && !optional) return { names, description };
  return { names, description, values: { choices: argChoices, isPath: PATH.test(flags) } };
}

/** `help` takes the names of the commands beside it. */
function describeArguments(args: readonly Argument[], explained: Command | null): Values {
  const named = explained?.commands.map((each) => each.name()) ?? [];
  return {
    choices: [...args.flatMap((each) => each.argChoices ?? []), ...named],
    isPath: args.some((each) => PATH.test(` <${each.name()}>`)),
  };
}

/** `--to <file>`, `--project <path>`; one with a name before the path (`<agent=path>`) is not completed. */
const PATH = / [<[](?:file|files|path|folder)[>\]]/;
