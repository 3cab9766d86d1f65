import { stripControls } from '../shared/terminal.ts';

declare const checked: unique symbol;
declare const worded: unique symbol;
declare const lined: unique symbol;

/**
 * Text of a session that may be quoted in code marks: one line, bounded, without anything that could leave the marks or hide in
 * them. Only the functions of this file create one, so that the compiler finds a template that would admit anything else.
 */
export type Quotable = string & { readonly [checked]: true };

/**
 * Words that an agent may be told: fixed ones, numbers, and quotable text in code marks. Only the functions of this file create
 * one.
 */
export type Sentence = string & { readonly [worded]: true };

/**
 * A stored text of a lesson, which people may have edited: one line that cannot break out of its place in a file or an answer. It
 * is created in `delivery`, downstream of all templates of lessons, which therefore cannot be filled with one.
 */
export type SafeLine = string & { readonly [lined]: true };

/** A literal in the source code: neither `string` nor a template with a placeholder. */
type Literal<Text extends string> = Record<never, never> extends Record<Text, 1> ? never : Text;

/** The values that may fill a template of type `Made`. */
type Part<Value, Made> = Value extends Made | number ? Value : Value extends string ? Literal<Value> : never;

type Parts<Values extends readonly unknown[], Made> = { readonly [Index in keyof Values]: Part<Values[Index], Made> };

/** Returns the sentence of a template: `` say`Run ${code(command)} first.` ``. */
export function say<const Values extends readonly (string | number)[]>(
  texts: TemplateStringsArray,
  ...values: Values & Parts<Values, Sentence | SafeLine>
): Sentence {
  return fill(texts, values) as Sentence;
}

/** Returns a sentence without placeholders, for texts with backticks of their own. */
export function fixed<const Text extends string>(text: Text & Literal<Text>): Sentence {
  const plain: string = text;
  return plain as Sentence;
}

/** Returns sentences without placeholders, by name. */
export function fixedTable<const Table extends Readonly<Record<string, string>>>(
  table: Table & { readonly [Name in keyof Table]: Literal<Table[Name]> },
): ReadonlyMap<string, Sentence> {
  return new Map(Object.entries<string>(table)) as ReadonlyMap<string, string> as ReadonlyMap<string, Sentence>;
}

/** Returns quotable text with fixed text around it: `` quote`cd ${folder} && …` ``. */
export function quote<const Values extends readonly (string | number)[]>(
  texts: TemplateStringsArray,
  ...values: Values & Parts<Values, Quotable>
): Quotable {
  return fill(texts, values) as Quotable;
}

function fill(texts: TemplateStringsArray, values: readonly (string | number)[]): string {
  return texts.reduce((filled, text, index) => `${filled}${values[index - 1]}${text}`);
}

/** Formats a text as code in Markdown. */
export function code<const Text extends string>(text: Text & Part<Text, Quotable>): Sentence {
  const plain: string = text;
  return `\`${plain}\`` as Sentence;
}

/** Formats a text as code in Markdown, or returns fixed words if it cannot be quoted. */
export function codeOr<const Text extends string>(
  text: Quotable | undefined,
  otherwise: Text & Literal<Text>,
): Sentence {
  const words: string = otherwise;
  return text === undefined ? (words as Sentence) : code(text);
}

/**
 * Returns text from a session in the form in which a lesson may quote it: one line, no control or invisible characters, no
 * backticks, bounded. The output of a tool may be hostile; text that does not comply is not quoted at all.
 */
export function quotable(text: string | undefined, longest = 160): Quotable | undefined {
  if (text === undefined) return undefined;
  const line = text.trim();
  return line === '' || line.length > longest || !isPlain(line) ? undefined : (line as Quotable);
}

/**
 * Returns a path as a lesson may quote it. Anybody can name a file or a folder, even so that the name tells an agent what to do:
 * a name that is a sentence is not quoted, and neither is a sentence spread over several names.
 */
export function quotablePath(path: string | undefined, longest = 160): Quotable | undefined {
  const counts = path?.split(/[\\/]/).map((name) => countWords(name)) ?? [];
  const isSentence = counts.some((count) => count >= SENTENCE) || countWords(path ?? '') >= LONG_SENTENCE;
  return isSentence ? undefined : quotable(path, longest);
}

/** Returns the name of a tool, a server, a flag, a module, a branch or a rule: one word, so that it cannot say anything. */
export function quotableName(name: string | undefined, longest = 80): Quotable | undefined {
  const quoted = quotable(name, longest);
  return quoted !== undefined && /\s/.test(quoted) ? undefined : quoted;
}

/** Returns a name that may appear in a sentence without code marks, such as `GET` and `Python`. */
export function plainWord(word: string | undefined): Sentence | undefined {
  return word !== undefined && /^[A-Za-z][\w+#-]{0,19}$/.test(word) ? (word as Sentence) : undefined;
}

/** Returns an amount that may appear in a sentence without code marks: `2 minutes`, `2m 0s`, `1.5 MB`. */
export function plainAmount(amount: string | undefined): Sentence | undefined {
  const isAmount = amount !== undefined && /^\d[\d.,]{0,11} ?[A-Za-z]{0,12}(?: \d{1,4} ?[A-Za-z]{1,8})?$/.test(amount);
  return isAmount ? (amount as Sentence) : undefined;
}

/** Returns the id of a lesson, which appears in a sentence unchanged. */
export function nameLesson({ id }: { id: string }): Sentence {
  return plainWord(id) ?? codeOr(quotableName(id), 'a lesson');
}

/**
 * Returns a person's words in quotation marks: one short line without anything that Markdown or an agent would take for more than
 * words.
 */
export function quoteWords(text: string): Sentence | undefined {
  const plain = stripControls(text)
    .replace(/^(?:(?:and|so|but|also|then|ok(?:ay)?|well|please)[,!]? )+/i, '')
    .replace(/[`*_~\\#[\]]/g, '')
    .replace(/["“”„«»]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length < 4 || /https?:|@\S|<!--|-->/.test(plain)) return undefined;
  const line = quotable(plain, 140);
  return line === undefined ? undefined : (`“${line}”` as Sentence);
}

/** Applies a change to a quotable text: to take its end or to escape it. The result is empty if it could not be quoted. */
export function derive(text: Quotable, change: (text: string) => string): Quotable {
  const changed = change(text);
  return (isPlain(changed) ? changed : '') as Quotable;
}

/** Capitalises the first letter of a sentence. */
export function capitalise(sentence: Sentence): Sentence {
  return sentence.replace(/^./u, (letter) => letter.toUpperCase()) as Sentence;
}

/** Joins words as a list: `a`, `b` and `c`. */
export function listWords(words: readonly Sentence[], joiner: 'and' | 'or' = 'and'): Sentence {
  const [last = fixed('')] = words.slice(-1);
  return words.length <= 1 ? last : (`${words.slice(0, -1).join(', ')} ${joiner} ${last}` as Sentence);
}

/** Joins sentences. */
export function joinSentences(sentences: readonly Sentence[], separator: '; ' | ' ' | ', ' | '\n'): Sentence {
  return sentences.join(separator) as Sentence;
}

/** Words a count: `once`, `twice`, `5 times`. */
export function times(count: number): Sentence {
  return count === 1 ? fixed('once') : count === 2 ? fixed('twice') : say`${count} times`;
}

/** Words a number of sessions: `1 session`, `5 sessions`. */
export function countSessions(count: number): Sentence {
  return say`${count} session${count === 1 ? '' : 's'}`;
}

/** A name with so many words is a sentence, and so is a path with so many words in all of its names. */
const SENTENCE = 5;
const LONG_SENTENCE = 9;

function countWords(text: string): number {
  return text.trim().split(/\s+/).length;
}

/**
 * Whether a text contains nothing that ends a code mark or a comment, begins a line, or is invisible: control and format
 * characters, lone surrogates and private-use characters, everything that Unicode lets a program ignore, the blank Braille
 * pattern, and spaces that are not on a keyboard.
 */
function isPlain(text: string): boolean {
  if (/<!--|-->/.test(text)) return false;
  // Most texts consist of keyboard characters only. Creating the classes below takes 1 ms, which must not delay the start of a
  // hook.
  return (
    /^[ -_a-~]*$/.test(text) ||
    !/[`\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]|(?! )\p{Zs}/u.test(
      text,
    )
  );
}
