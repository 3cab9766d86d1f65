import type { Argument, ShellCommand, Word } from '../programs/command.ts';
import { familyOf, programOf } from '../programs/lookup.ts';
import type { OperandChooser } from '../programs/program.ts';
import { cutLocation, isExplicitPath, looksLikePath } from '../shared/path-shape.ts';
import { wordSet, wordsOf } from '../shared/word-set.ts';

/**
 * Returns the operands and flag values that name a file or folder, as typed. Variables, globs, URLs, patterns, code and revisions
 * do not count.
 */
export function pathsOf(command: ShellCommand): string[] {
  const paths: string[] = [];
  for (const word of pathWords(command)) {
    if (isPattern(word) || word.hasExpansion || word.text === '' || word.text === '-') continue;
    const path = cutLocation(word.text);
    if (!path.startsWith('/dev/') && !paths.includes(path)) paths.push(path);
  }
  return paths;
}

/** Returns these paths, and the program itself if it is called by its path: a program that ran exists. */
export function placesOf(command: ShellCommand): string[] {
  const isPath = /[\\/]/.test(command.program) && !command.program.includes('$');
  return isPath ? [command.program, ...pathsOf(command)] : pathsOf(command);
}

/** Returns the operands that name files by a pattern, which the shell or the program expands. */
export function globsOf(command: ShellCommand): string[] {
  const globs: string[] = [];
  for (const word of pathWords(command))
    if (isPattern(word) && !word.hasExpansion && !globs.includes(word.text)) globs.push(word.text);
  return globs;
}

// Quoted brackets name a folder of a web framework (`app/[id]`); a quoted star is a pattern for the program.
function isPattern(word: Word): boolean {
  return word.isGlob || word.text.includes('*');
}

/** Flags whose value is a file or folder, in any program. */
const PATH_FLAGS: ReadonlySet<string> = wordSet(
  '--config --env-file --file --files --tsconfig --project-file --output --out --outfile --out-dir --outDir --rootDir --root --rootdir ' +
    '--manifest-path --body-file --notes-file --input --requirement --requirements --ignore-path --init-file --key-file --cacert --cert ' +
    '--mcp-config --plugin-dir --add-dir --settings --git-dir --work-tree --values --var-file --kubeconfig --script --schema --cov-config ' +
    '--junitxml --path -path -literalpath -filepath -coverprofile -o --target-dir --justfile --taskfile --from-file --rcfile --gitignore',
);

/** Flags that supply the pattern themselves, so that every operand is a file. */
const PATTERN_FLAGS: ReadonlySet<string> = wordSet(
  '-e -f --regexp --expression --file --from-file --files --reference',
);

function pathWords(command: ShellCommand): Word[] {
  const family = familyOf(command.name);
  const chosen: Word[] = [];
  const choose = chooser(command, family);
  const flags = wordsOf(programOf(family)?.pathFlags);
  let operand = 0;
  for (let at = 0; at < command.arguments.length; at++) {
    const argument = command.arguments[at];
    if (argument === undefined) break;
    if (argument.kind === 'flag') {
      const value = flagValue(argument);
      const named =
        PATH_FLAGS.has(argument.text) || PATH_FLAGS.has(argument.text.toLowerCase()) || flags.has(argument.text);
      if (
        named &&
        value !== undefined &&
        isPossible(value.text) &&
        (isExplicitPath(value.text) || looksLikePath(value.text))
      )
        chosen.push(value);
      continue;
    }
    const choice = choose(operand, argument, at);
    operand++;
    const { text } = argument;
    if (choice === 'none' || !isPossible(text)) continue;
    if (choice === 'path' || isExplicitPath(text) || (choice === 'maybe' && looksLikePath(text)))
      chosen.push(argument.word);
  }
  return chosen;
}

/** Returns the function that decides how to treat each operand. */
function chooser(command: ShellCommand, family: string): OperandChooser {
  const program = programOf(family);
  const operands = program?.operands;
  if (typeof operands === 'function') return operands(command);
  switch (operands) {
    case 'no-paths':
      return command.runner.length === 0 ? () => 'none' : () => 'maybe';
    case 'pattern-first': {
      const given = command.flags.some((flag) => PATTERN_FLAGS.has(flag) || /^-[a-zA-Z]*e$/.test(flag));
      // `sed -i '' 's/a/b/' x`: the suffix of BSD sed is a word of its own.
      const first = family === 'sed' && command.operands[0] === '' ? 1 : 0;
      return (operand) => (operand <= first && !given ? 'none' : 'path');
    }
    case 'script-first': {
      if (command.subcommand !== undefined && command.subcommand !== 'run') return () => 'maybe';
      const code = wordsOf(program?.codeFlags);
      if (command.flags.some((flag) => code.has(flag) || flag === '-c')) return () => 'explicit';
      return (operand) => (operand === 0 ? 'path' : 'maybe');
    }
    case 'paths':
      return (_, { text }) => (/^[\w.-]+:[^\\]/.test(text) && !/^[A-Za-z]:/.test(text) ? 'none' : 'path');
    case 'targets':
      return (_, argument) => (argument.afterDashes ? 'maybe' : 'explicit');
    default:
      return () => 'maybe';
  }
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
