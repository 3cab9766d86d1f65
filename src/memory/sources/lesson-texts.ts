import type { LessonKind } from '../../lessons/lesson.ts';
import { trimEndOf } from '../../shared/trim-end.ts';

/** The longest accepted guidance: context files cut lines at this length, and half a rule may say the opposite. */
const LONGEST = 1_000;
const LONGEST_TITLE = 80;

/** Returns the objection to a text as guidance; undefined if it is acceptable. */
export function findFault(guidance: string): string | undefined {
  if (guidance.length > LONGEST) return `is longer than ${LONGEST.toLocaleString('en')} characters`;
  const words = guidance.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length < 2 ? 'says too little' : undefined;
}

/** Makes a title for guidance without one: its first sentence, cut between words. */
export function makeTitle(guidance: string): string {
  const text = guidance.replaceAll('**', '').replace(/\s+/g, ' ').trim();
  const sentence = /^.{12,}?[^.\s](?=[.;!?](?:\s|$))/u.exec(text.slice(0, 300))?.[0] ?? text;
  if (sentence.length <= LONGEST_TITLE) return closeTicks(sentence.replace(/[.;:,]+$/, ''));
  const cut = sentence.slice(0, LONGEST_TITLE);
  const end = cut.lastIndexOf(' ');
  return `${closeTicks(cut.slice(0, end > 30 ? end : LONGEST_TITLE).replace(/[\uD800-\uDBFF]$/, ''))}…`;
}

/** Normalises a text so that differences in case, emphasis, quotes, dashes and spaces do not matter. */
export function normaliseText(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[*`"'“”‘’\p{Cc}\p{Cf}]/gu, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .replace(/[—–]/g, '--')
    .replace(/→/g, '->')
    .replace(/\s+/g, ' ');
  return trimEndOf(plain, '.;:!').trim();
}

/** Returns the kind that a heading announces; a heading without a known word announces a rule of the people here. */
export function kindOfHeading(heading: string): LessonKind {
  const words = heading.toLowerCase();
  return HEADINGS.find(([pattern]) => pattern.test(words))?.[1] ?? 'preference';
}

/** The first match counts. */
const HEADINGS: readonly (readonly [RegExp, LessonKind])[] = [
  [/large file|big file/, 'large-file'],
  [/missing (?:path|file|folder|director)/, 'missing-path'],
  [/\bretr(?:y|ies)|transient|flaky/, 'retry'],
  [/permission|denied|denials/, 'permission'],
  [/\bsearch/, 'search-scope'],
  [/path|file location|where (?:things|files)|\bstructure|layout/, 'path'],
  [/prefer|reject|etiquette/, 'preference'],
  [/prerequisite|setup|set up|before you|first steps/, 'prerequisite'],
  [/convention|\bstyle|\blint|naming|\bformat/, 'convention'],
  [/environment|runtime|install|toolchain|dependenc/, 'environment'],
  [/tool (?:use|usage|output|call)|agent tools/, 'tool-use'],
  [/command|\bcli\b|\bgit\b|\bbuild|\btest|\bscripts?\b|\bflag|deploy/, 'command'],
];

/** Closes an open backtick, which would swallow the text after it. */
function closeTicks(text: string): string {
  return (text.split('`').length - 1) % 2 === 0 ? text : `${text}\``;
}
