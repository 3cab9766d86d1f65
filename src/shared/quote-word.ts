import { stripControls } from './terminal.ts';

/** A word as a POSIX shell takes it; control characters, which no terminal would show, are left out. */
export function quoteWord(word: string): string {
  const clean = stripControls(word);
  return /^[\w./~@:,=+-]+$/.test(clean) ? clean : `'${clean.replaceAll("'", `'\\''`)}'`;
}
