import type { Word } from '../programs/command.ts';
import { familyOf, programOf } from '../programs/lookup.ts';
import type { Start, Wrap } from '../programs/program.ts';
import { wordSet, wordsOf } from '../shared/word-set.ts';
import { bareProgram } from './program-names.ts';
import { findSubcommand, type SubcommandMatch } from './subcommand.ts';

/** The words of a simple command, sorted by their function. */
export interface Shape extends SubcommandMatch {
  /** The wrappers removed from the front, each with its options. */
  readonly wrappers: readonly string[];
  /** The words of the runners. */
  readonly runner: readonly string[];
  /** The variables that `env` or `sudo` set. */
  readonly env: Record<string, string> | undefined;
  /** The word of the program. */
  readonly program: Word;
  /** The base name of the program. */
  readonly name: string;
  /** The name of the program in the tables. */
  readonly family: string;
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const NONE: readonly string[] = [];
// No legitimate command stacks more. Each round moves forward, so this limit only stops absurd input.
const MAX_LAYERS = 12;

/** Python interpreters, whose `-m module` is a runner. */
const PYTHON_NAME = /^(?:python|pypy)[\d.]*$|^py$/;

/** Python's own flags that take the next word. */
const PYTHON_VALUES: ReadonlySet<string> = wordSet('-W -X -Q');

/** Removes wrappers and runners and finds the subcommand. The words are those of one simple command, its program first. */
export function shapeCommand(words: readonly Word[]): Shape | undefined {
  let at = 0;
  let wrappers: string[] | undefined;
  let runner: string[] | undefined;
  let runnerDir: string | undefined;
  const env: Record<string, string> = {};
  let first = words[0];
  if (first === undefined) return undefined;
  let name = bareProgram(first.text);
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const wrapper = programOf(name)?.wraps;
    const inside = wrapper === undefined ? -1 : endOfWrapper(words, at, wrapper, env);
    if (inside > 0) {
      wrappers ??= [];
      wrappers.push(wrapperText(words, at, inside, name));
    }
    const started = inside > 0 ? inside : endOfRunner(words, at, name);
    if (started < 0) break;
    if (inside < 0) {
      runner ??= [];
      for (let word = at; word < started; word++) runner.push(words[word]?.text ?? '');
      runnerDir ??= directoryOf(words, at, started);
    }
    at = started;
    first = words[at] ?? first;
    name = bareProgram(first.text);
  }
  const family = familyOf(name);
  const match = findSubcommand(words, at + 1, family);
  return {
    wrappers: wrappers ?? NONE,
    runner: runner ?? NONE,
    env: wrappers === undefined ? undefined : env,
    program: first,
    name,
    family,
    subcommand: match.subcommand,
    rest: match.rest,
    lead: match.lead,
    leadValues: match.leadValues,
    dirFlag: match.dirFlag ?? runnerDir,
  };
}

/** Returns the index of the command inside a wrapper, or -1 if there is none. */
function endOfWrapper(words: readonly Word[], start: number, grammar: Wrap, env: Record<string, string>): number {
  let positionals = grammar.positionals ?? 0;
  for (let at = start + 1; at < words.length; at++) {
    const text = words[at]?.text ?? '';
    if (wordsOf(grammar.alone).has(text)) return -1;
    if (text === '--') continue;
    if (text.length > 1 && text.startsWith('-')) {
      if (wordsOf(grammar.values).has(text)) at++;
    } else if (grammar.assigns && ASSIGNMENT.test(text)) {
      const equals = text.indexOf('=');
      env[text.slice(0, equals)] = text.slice(equals + 1);
    } else if (positionals > 0) {
      positionals--;
    } else {
      return at;
    }
  }
  return -1;
}

function wrapperText(words: readonly Word[], start: number, end: number, name: string): string {
  let text = name;
  for (let at = start + 1; at < end; at++) {
    const word = words[at]?.text ?? '';
    if (word !== '--' && !ASSIGNMENT.test(word)) text += ` ${word}`;
  }
  return text;
}

/** Returns the index of the command inside a runner, or -1 if this is not a runner. */
function endOfRunner(words: readonly Word[], start: number, name: string): number {
  if (PYTHON_NAME.test(name)) return endOfPythonModule(words, start);
  const grammars = programOf(familyOf(name))?.starts;
  if (grammars === undefined) return -1;
  for (const grammar of grammars) {
    const end = matchRunner(words, start, grammar);
    if (end > 0) return end;
  }
  return -1;
}

function matchRunner(words: readonly Word[], start: number, grammar: Start): number {
  let at = start + 1;
  for (const lead of wordsOf(grammar.lead)) {
    if (!lead.startsWith('-')) at = skipFlags(words, at, grammar);
    if (words[at]?.text !== lead) return -1;
    at++;
  }
  let positionals = grammar.positionals ?? 0;
  for (; at < words.length; at++) {
    at = skipFlags(words, at, grammar);
    const text = words[at]?.text;
    if (text === undefined) return -1;
    if (text === '--') return at + 1 < words.length ? at + 1 : -1;
    if (grammar.dashes) continue;
    if (positionals === 0) return at;
    positionals--;
  }
  return -1;
}

function skipFlags(words: readonly Word[], start: number, grammar: Start): number {
  let at = start;
  for (; at < words.length; at++) {
    const text = words[at]?.text ?? '';
    if (!text.startsWith('-') || text === '--' || text === '-') break;
    if (wordsOf(grammar.values).has(text)) at++;
  }
  return at;
}

function endOfPythonModule(words: readonly Word[], start: number): number {
  for (let at = start + 1; at < words.length; at++) {
    const text = words[at]?.text ?? '';
    if (text === '-m') return at + 1 < words.length ? at + 1 : -1;
    if (!text.startsWith('-') || text === '-' || text === '-c') return -1;
    if (PYTHON_VALUES.has(text)) at++;
  }
  return -1;
}

function directoryOf(words: readonly Word[], start: number, end: number): string | undefined {
  for (let at = start + 1; at < end; at++) {
    const text = words[at]?.text ?? '';
    if (/^(?:--directory|--dir|--cwd|--prefix|--workdir|-C|-w)$/.test(text) && at + 1 < end) {
      const isWorkspace = text === '-w' && !/^(?:docker|podman|nerdctl)/.test(words[start]?.text ?? '');
      if (!isWorkspace) return words[at + 1]?.text;
    }
  }
  return undefined;
}
