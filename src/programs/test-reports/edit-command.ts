/** A command: words that are run as they are, or one text for the shell. */
type Command = string | readonly string[];

/** Adds words at the end of a command. */
export function append(command: Command, words: readonly string[]): string | string[] {
  return typeof command === 'string' ? [command, ...words.map(quoteForShell)].join(' ') : [...command, ...words];
}

/** Adds options of `go test` and `cargo test`, each time that one is started: they stand before packages and dashes. */
export function insertBehindTest(command: Command, words: readonly string[]): string | string[] {
  if (typeof command === 'string')
    return command.replace(/\b(go|cargo)(\s+(?:\+\S+\s+)?)test\b/g, (whole) =>
      [whole, ...words.map(quoteForShell)].join(' '),
    );
  const at = command.indexOf('test') + 1;
  return [...command.slice(0, at), ...words, ...command.slice(at)];
}

/** Adds options of Node behind the last `--test`: behind a file they would be taken for its own. */
export function insertBehindOption(command: Command, words: readonly string[]): string | string[] {
  if (typeof command !== 'string') {
    const at = command.lastIndexOf('--test') + 1;
    return [...command.slice(0, at), ...words, ...command.slice(at)];
  }
  const found = [...command.matchAll(/\s--test(?=\s|$)/g)].at(-1);
  const at = found === undefined ? command.length : found.index + found[0].length;
  return `${[command.slice(0, at), ...words.map(quoteForShell)].join(' ')}${command.slice(at)}`;
}

/** Whether a command has a text in it. */
export function mentions(command: Command, text: string): boolean {
  return typeof command === 'string' ? command.includes(text) : command.some((word) => word.includes(text));
}

/** Puts a path in the place of what stands for it. */
export function fillIn(command: Command, placeholder: string, path: string): string | string[] {
  return typeof command === 'string'
    ? command.replaceAll(placeholder, quoteForShell(path))
    : command.map((word) => word.replaceAll(placeholder, path));
}

/** A word as the shell of this machine takes it. */
export function quoteForShell(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word.replaceAll('"', '""')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
