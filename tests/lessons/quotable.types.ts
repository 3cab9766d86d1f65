import type { LessonWords } from '../../src/lessons/lesson-words.ts';
import {
  code,
  fixed,
  fixedTable,
  listWords,
  type Quotable,
  quote,
  type Sentence,
  say,
} from '../../src/lessons/quotable.ts';

// `tsc --noEmit` reads this file: each line that must not compile is marked, and the compiler complains where one does.

declare const text: string;
declare const path: Quotable;
declare const sentence: Sentence;
declare const count: number;
declare const isMany: boolean;
declare const draft: LessonWords;

/** What a template takes. */
export const taken: readonly Sentence[] = [
  say`Nothing to fill.`,
  say`${code(path)} ${count} ${isMany ? 'are' : 'is'}${isMany ? '' : sentence}`,
  say`${listWords([code(path), code('cd')])}`,
  fixed('Written with `backticks`.'),
  code(quote`cd ${path} && …`),
];

/** What a lesson takes. */
export const worded: LessonWords = {
  ...draft,
  title: say`Read ${code(path)}`,
  scope: [quote`${path}/**`],
  rule: quote`Read(${path})`,
};

// @ts-expect-error text of a session
say`Read ${text}.`;
// @ts-expect-error text of a session without code marks, though it was checked
say`Read ${path}.`;
// @ts-expect-error text of a session within a template of its own
say`Read ${`the ${text}`}.`;
// @ts-expect-error text of a session on one side of a choice
say`Read ${isMany ? text : sentence}.`;
// @ts-expect-error what may be missing
say`Read ${isMany ? sentence : undefined}.`;
// @ts-expect-error text of a session in place of fixed words
fixed(text);
// @ts-expect-error a template with a hole in place of fixed words
fixed(`Read ${text}`);
// @ts-expect-error text of a session in a table of fixed words
fixedTable({ read: text });
// @ts-expect-error text that nobody checked in code marks
code(text);
// @ts-expect-error checked text joined to text that nobody checked
code(`${path} ${text}`);
// @ts-expect-error text that nobody checked in a rule
quote`Read(${text})`;
// @ts-expect-error a sentence in code marks
code(sentence);
// @ts-expect-error a list of texts that nobody checked
listWords([text]);
// @ts-expect-error a text as a sentence
export const forged: Sentence = text;
// @ts-expect-error a template as a sentence
export const filled: Sentence = `Read ${path}`;
// @ts-expect-error a text as the guidance of a lesson
export const guided: LessonWords = { ...draft, guidance: text };
// @ts-expect-error a template as the title of a lesson
export const titled: LessonWords = { ...draft, title: `Read ${path}` };
// @ts-expect-error a text as what happened
export const happened: LessonWords = { ...draft, pattern: text };
// @ts-expect-error a path that nobody checked
export const scoped: LessonWords = { ...draft, scope: [text] };
// @ts-expect-error a rule of text that nobody checked
export const ruled: LessonWords = { ...draft, rule: `Bash(${text} *)` };
