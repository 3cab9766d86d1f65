import type { Word } from '../programs/command.ts';
import { programOf } from '../programs/lookup.ts';
import type { Subcommands } from '../programs/program.ts';
import { wordsOf } from '../shared/word-set.ts';

/** The words after a program: its subcommand and the rest. */
export interface SubcommandMatch {
  /** The words that name the action of the program. */
  readonly subcommand: string | undefined;
  /** All other words, except flags that only set the directory. */
  readonly rest: readonly Word[];
  /** The number of words of the rest that preceded the subcommand. */
  readonly lead: number;
  /** The flags that take a value before the subcommand. */
  readonly leadValues: ReadonlySet<string>;
  /** The directory that a flag sets. */
  readonly dirFlag: string | undefined;
}

const NO_FLAGS: ReadonlySet<string> = new Set();
const PLAIN_WORD = /^[A-Za-z][A-Za-z0-9:_-]*$/;

/** Finds the subcommand after a program's global flags, and removes the flags that only set the directory. */
export function findSubcommand(words: readonly Word[], start: number, family: string): SubcommandMatch {
  const program = programOf(family);
  if (program?.subcommands === undefined) return withoutSubcommand(words, start, wordsOf(program?.directoryFlags));
  const grammar = grammarOf(program.subcommands);
  const found: string[] = [];
  const rest: Word[] = [];
  let levels = 1;
  let lead = 0;
  let dirFlag: string | undefined;
  let at = start;
  for (; at < words.length && found.length < levels; at++) {
    const word = words[at];
    if (word === undefined) break;
    const { text } = word;
    if (text === '--') break;
    if (text.startsWith('-') && text.length > 1) {
      const equals = text.indexOf('=');
      const flag = equals > 0 ? text.slice(0, equals) : text;
      const takes = equals < 0 && grammar.values.has(flag);
      const next = takes ? words[at + 1] : undefined;
      if (next !== undefined) at++;
      if (grammar.dirs.has(flag)) {
        dirFlag = equals > 0 ? text.slice(equals + 1) : next?.text;
        continue;
      }
      rest.push(word);
      if (next !== undefined) rest.push(next);
      continue;
    }
    if (program.toolchain?.test(text)) {
      rest.push(word);
      continue;
    }
    if (!isPlain(word)) break;
    found.push(text);
    lead = rest.length;
    levels = found.length === 1 ? levelsOf(text, grammar) : levels;
  }
  const tail = takeDirectory(words, at, grammar.longDirs, rest);
  const subcommand = found.length > 0 ? found.join(' ') : undefined;
  return { subcommand, rest, lead, leadValues: grammar.values, dirFlag: tail ?? dirFlag };
}

function levelsOf(first: string, grammar: Grammar): number {
  if (grammar.third.has(first)) return 3;
  if (grammar.second.has('*')) return grammar.single.has(first) ? 1 : 2;
  return grammar.second.has(first) ? 2 : 1;
}

function isPlain(word: Word): boolean {
  return !word.quoted && !word.hasExpansion && !word.isGlob && word.text.length < 40 && PLAIN_WORD.test(word.text);
}

function withoutSubcommand(words: readonly Word[], start: number, dirs: ReadonlySet<string>): SubcommandMatch {
  const rest: Word[] = [];
  const dirFlag = takeDirectory(words, start, dirs, rest);
  return { subcommand: undefined, rest, lead: 0, leadValues: NO_FLAGS, dirFlag };
}

/** Copies words to the rest, except a directory flag and its value; returns that value. */
function takeDirectory(
  words: readonly Word[],
  start: number,
  dirs: ReadonlySet<string>,
  rest: Word[],
): string | undefined {
  let directory: string | undefined;
  let dashes = dirs.size === 0;
  for (let at = start; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    const { text } = word;
    if (text === '--') dashes = true;
    if (!dashes && text.startsWith('-')) {
      const equals = text.indexOf('=');
      if (dirs.has(equals > 0 ? text.slice(0, equals) : text)) {
        directory = equals > 0 ? text.slice(equals + 1) : words[++at]?.text;
        continue;
      }
    }
    rest.push(word);
  }
  return directory;
}

/** The words of a grammar as sets, built when the program is first seen. */
interface Grammar {
  readonly second: ReadonlySet<string>;
  readonly single: ReadonlySet<string>;
  readonly third: ReadonlySet<string>;
  /** All global flags that take the next word. */
  readonly values: ReadonlySet<string>;
  readonly dirs: ReadonlySet<string>;
  /** The long flags that set the directory. After the subcommand short ones do not: `git commit -C HEAD` reuses a message. */
  readonly longDirs: ReadonlySet<string>;
}

const grammars = new Map<Subcommands, Grammar>();

function grammarOf(subcommands: Subcommands): Grammar {
  let grammar = grammars.get(subcommands);
  if (grammar === undefined) {
    const dirs = wordsOf(subcommands.dirs);
    grammar = {
      second: wordsOf(subcommands.second),
      single: wordsOf(subcommands.single),
      third: wordsOf(subcommands.third),
      values: new Set([...wordsOf(subcommands.values), ...dirs]),
      dirs,
      longDirs: new Set([...dirs].filter((flag) => flag.startsWith('--'))),
    };
    grammars.set(subcommands, grammar);
  }
  return grammar;
}
