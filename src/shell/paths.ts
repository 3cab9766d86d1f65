import type { Argument, ShellCommand, Word } from '../programs/command.ts';
import { gitPathArguments } from './git-paths.ts';
import { cutLocation, isExplicitPath, looksLikePath } from './path-shape.ts';
import { familyOf } from './program-names.ts';
import {
  EXPLICIT_ONLY,
  NO_PATHS,
  PATH_FLAGS,
  PATH_OPERANDS,
  PATTERN_FIRST,
  PATTERN_FLAGS,
  PROGRAM_PATH_FLAGS,
  SCRIPT_FIRST,
} from './tables/paths.ts';
import { INLINE_CODE_FLAGS } from './tables/roles.ts';

/** The operands and flag values that name a file or folder, as typed. Variables, globs, addresses, patterns, code and revisions are none. */
export function pathsOf(command: ShellCommand): string[] {
  const paths: string[] = [];
  for (const word of pathWords(command)) {
    if (isPattern(word) || word.hasExpansion || word.text === '' || word.text === '-') continue;
    const path = cutLocation(word.text);
    if (!path.startsWith('/dev/') && !paths.includes(path)) paths.push(path);
  }
  return paths;
}

/** The same, and the program itself where it is called by its path: one that ran is there. */
export function placesOf(command: ShellCommand): string[] {
  const isPath = /[\\/]/.test(command.program) && !command.program.includes('$');
  return isPath ? [command.program, ...pathsOf(command)] : pathsOf(command);
}

/** The operands that name files by a pattern, for the shell or for the program to expand. */
export function globsOf(command: ShellCommand): string[] {
  const globs: string[] = [];
  for (const word of pathWords(command))
    if (isPattern(word) && !word.hasExpansion && !globs.includes(word.text)) globs.push(word.text);
  return globs;
}

// Quoted brackets are a folder of a web framework (`app/[id]`); a quoted star is a pattern for the program.
function isPattern(word: Word): boolean {
  return word.isGlob || word.text.includes('*');
}

type Choice = 'path' | 'maybe' | 'explicit' | 'none';

function pathWords(command: ShellCommand): Word[] {
  const family = familyOf(command.name);
  const chosen: Word[] = [];
  const choose = chooser(command, family);
  const flags = PROGRAM_PATH_FLAGS.get(family);
  let operand = 0;
  for (let at = 0; at < command.arguments.length; at++) {
    const argument = command.arguments[at];
    if (argument === undefined) break;
    if (argument.kind === 'flag') {
      const value = flagValue(argument);
      const named =
        PATH_FLAGS.has(argument.text) || PATH_FLAGS.has(argument.text.toLowerCase()) || flags?.has(argument.text) === true;
      if (named && value !== undefined && isPossible(value.text) && (isExplicitPath(value.text) || looksLikePath(value.text)))
        chosen.push(value);
      continue;
    }
    const choice = choose(operand, argument, at);
    operand++;
    const { text } = argument;
    if (choice === 'none' || !isPossible(text)) continue;
    if (choice === 'path' || isExplicitPath(text) || (choice === 'maybe' && looksLikePath(text))) chosen.push(argument.word);
  }
  return chosen;
}

/** How to take each operand, by its number, itself, and its place among the arguments. */
function chooser(command: ShellCommand, family: string): (operand: number, argument: Argument, at: number) => Choice {
  if (family === 'git') return gitPathArguments(command);
  if (family === 'test')
    return (_, __, at) => (/^-[defhLrswxSbcgGkNOpu]$/.test(command.arguments[at - 1]?.text ?? '') ? 'path' : 'none');
  // `type` prints a file on Windows and looks a command up elsewhere.
  if (family === 'type') return () => (command.dialect === 'powershell' ? 'path' : 'explicit');
  if (command.runner.length === 0 && NO_PATHS.has(family)) return () => 'none';
  if (family === 'find')
    return (_, __, at) => (command.arguments.slice(0, at).every((other) => other.kind === 'operand') ? 'path' : 'none');
  if (family === 'tar') return (operand, { text }) => (operand === 0 && /^[a-zA-Z]+$/.test(text) ? 'none' : 'path');
  if (family === 'docker' || family === 'docker-compose') return dockerChooser(command);
  if (PATTERN_FIRST.has(family)) {
    const given = command.flags.some((flag) => PATTERN_FLAGS.has(flag) || /^-[a-zA-Z]*e$/.test(flag));
    // `sed -i '' 's/a/b/' x`: the suffix of BSD sed is a word of its own.
    const first = family === 'sed' && command.operands[0] === '' ? 1 : 0;
    return (operand) => (operand <= first && !given ? 'none' : 'path');
  }
  if (SCRIPT_FIRST.has(family) && (command.subcommand === undefined || command.subcommand === 'run'))
    return scriptChooser(command, family);
  if (PATH_OPERANDS.has(family))
    return (_, { text }) => (/^[\w.-]+:[^\\]/.test(text) && !/^[A-Za-z]:/.test(text) ? 'none' : 'path');
  if (EXPLICIT_ONLY.has(family)) return (_, argument) => (argument.afterDashes ? 'maybe' : 'explicit');
  return () => 'maybe';
}

function scriptChooser(command: ShellCommand, family: string): (operand: number, argument: Argument) => Choice {
  const code = INLINE_CODE_FLAGS.get(family);
  if (command.flags.some((flag) => code?.has(flag) === true || flag === '-c')) return () => 'explicit';
  if (family === 'sqlite3' || family === 'duckdb') return (operand) => (operand === 0 ? 'path' : 'none');
  if (family === 'bun' || family === 'deno') return () => 'maybe';
  return (operand) => (operand === 0 ? 'path' : 'maybe');
}

function dockerChooser(command: ShellCommand): (operand: number, argument: Argument) => Choice {
  const { subcommand, operands } = command;
  if (subcommand === 'build' || subcommand === 'buildx build')
    return (operand) => (operand === operands.length - 1 ? 'path' : 'none');
  if (subcommand === 'cp') return (_, { text }) => (/^[\w.-]+:/.test(text) ? 'none' : 'path');
  return () => 'none';
}

function flagValue(argument: Argument): Word | undefined {
  if (argument.valueWord !== undefined) return argument.valueWord;
  return argument.value === undefined ? undefined : { ...argument.word, text: argument.value };
}

function isPossible(text: string): boolean {
  return (
    text.length > 0 &&
    text.length < 400 &&
    !text.includes('\n') &&
    !text.includes('://') &&
    text !== '\\;' &&
    text !== ';' &&
    text !== '{}'
  );
}
