import type { Word as SyntaxWord, TestExpression, WordPart } from 'unbash';
import type { Word } from '../programs/command.ts';

// Nothing in these words has a meaning to the shell, so the parser need not look closer: four words in five.
const PLAIN = /^[\w@%+=:,./~^-]+$/;
// Bash removes the backslashes of an unquoted Windows path. The path that the author meant is kept, because quoting it is the
// usual fix.
const WINDOWS_PATH = /^(?:[A-Za-z]:|\.{1,2})?\\[\w.-][^\s"'$`*?]*$/;

/** Reads a word of the syntax tree: quotes are removed, expansions stay as typed. */
export function readWord(word: SyntaxWord): Word {
  const raw = word.text;
  if (PLAIN.test(raw)) return { text: raw, quoted: false, hasExpansion: false, isGlob: false };
  if (/^[A-Za-z]:\\|^\.{1,2}\\/.test(raw) && WINDOWS_PATH.test(raw))
    return { text: raw, quoted: false, hasExpansion: false, isGlob: false };
  const parts = word.parts;
  if (parts === undefined) return { text: word.value, quoted: raw.includes('\\'), hasExpansion: false, isGlob: false };
  const traits = { quoted: raw.includes('\\'), hasExpansion: false, isGlob: false };
  for (const part of parts) note(part, traits);
  return { text: word.value, ...traits };
}

/** A word without quotes. */
export function plainShellWord(text: string): Word {
  return { text, quoted: false, hasExpansion: text.includes('$'), isGlob: false };
}

/** Returns the words of `[[ … ]]` in the order in which they were typed. */
export function wordsOfTest(expression: TestExpression): Word[] {
  const words: Word[] = [plainShellWord('[[')];
  collectTest(expression, words);
  words.push(plainShellWord(']]'));
  return words;
}

function note(part: WordPart, traits: { quoted: boolean; hasExpansion: boolean; isGlob: boolean }): void {
  switch (part.type) {
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      traits.quoted = true;
      return;
    case 'DoubleQuoted':
    case 'LocaleString':
      traits.quoted = true;
      for (const child of part.parts) if (child.type !== 'Literal') traits.hasExpansion = true;
      return;
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      traits.isGlob = true;
      return;
    case 'Literal':
      return;
    default:
      traits.hasExpansion = true;
  }
}

function collectTest(expression: TestExpression, words: Word[]): void {
  switch (expression.type) {
    case 'TestUnary':
      words.push(plainShellWord(expression.operator), readWord(expression.operand));
      return;
    case 'TestBinary':
      words.push(readWord(expression.left), plainShellWord(expression.operator), readWord(expression.right));
      return;
    case 'TestLogical':
      for (const operand of expression.operands) collectTest(operand, words);
      return;
    case 'TestNot':
      words.push(plainShellWord('!'));
      collectTest(expression.operand, words);
      return;
    case 'TestGroup':
      collectTest(expression.expression, words);
  }
}
