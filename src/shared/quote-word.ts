import { stripControls } from './terminal.ts';

/** Quotes a word for a POSIX shell; control characters, which no terminal would show, are left out. */
export function quoteWord(word: string): string {
  const clean = stripControls(word);
  return /^[\w./~@:,=+-]+$/.test(clean) ? clean : `'${clean.replaceAll("'", `'\\''`)}'`;
}
