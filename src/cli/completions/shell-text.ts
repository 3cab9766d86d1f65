import type { Completed, Values } from './completed.ts';

/** Stands among words for "and the names of files". No command or choice has such a name. */
export const PATHS = '@files';

/** What the scripts for bash and zsh decide by: keys are `command word`, as the user typed them so far. */
export interface WalkRows {
  /** Words that go on to a command below. */
  below: string[];
  /** Options that are followed by a value. */
  valued: string[];
  /** What may follow such an option. */
  values: [key: string, words: string][];
  /** What may follow a command. */
  words: [path: string, words: string[]][];
}

/** Returns the keys and words of all commands. */
export function walkRows(commands: readonly Completed[]): WalkRows {
  const options = commands.flatMap(({ path, options }) =>
    options.flatMap(({ names, values }) => (values ? names.map((name) => ({ key: `${path} ${name}`, values })) : [])),
  );
  return {
    below: commands.flatMap(({ path, commands: below }) => below.map(({ name }) => `${path} ${name}`)),
    valued: options.map(({ key }) => key),
    values: options.flatMap(({ key, values }) =>
      listValues(values).length > 0 ? [[key, listValues(values).join(' ')]] : [],
    ),
    words: commands.map(({ path, commands: below, options: own, values }) => [
      path,
      [...below.map(({ name }) => name), ...listValues(values), ...own.flatMap(({ names }) => names)],
    ]),
  };
}

/** Words, quoted, as the patterns of one arm of a `case`. */
export function casePatterns(keys: readonly string[]): string {
  return keys.map((key) => `'${key}'`).join(' | ');
}

/** Returns the words that stand for values. */
export function listValues({ choices, isPath }: Values): string[] {
  return isPath ? [...choices, PATHS] : [...choices];
}

/** Puts a text into single quotes; `inside` is how the shell writes one within them. */
export function quoteSingle(text: string, inside: string): string {
  return `'${text.replaceAll("'", inside)}'`;
}
