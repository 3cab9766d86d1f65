import type { LessonKind } from '../../lessons/lesson.ts';
import { trimEndOf } from '../../shared/trim-end.ts';

/** Longest guidance that is taken: a context file cuts lines there, and half a rule may say the opposite. */
const LONGEST = 1_000;
const LONGEST_TITLE = 80;

/** What speaks against a text as guidance; nothing where it can be taken. */
export function findFault(guidance: string): string | undefined {
  if (guidance.length > LONGEST) return `is longer than ${LONGEST.toLocaleString('en')} characters`;
  const words = guidance.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length < 2 ? 'says too little' : undefined;
}

/** A title for guidance that came without one: its first sentence, cut between words. */
export function makeTitle(guidance: string): string {
  const text = guidance.replaceAll('**', '').replace(/\s+/g, ' ').trim();
  const sentence = /^.{12,}?[^.\s](?=[.;!?](?:\s|$))/u.exec(text.slice(0, 300))?.[0] ?? text;
  if (sentence.length <= LONGEST_TITLE) return closeTicks(sentence.replace(/[.;:,]+$/, ''));
  const cut = sentence.slice(0, LONGEST_TITLE);
  const end = cut.lastIndexOf(' ');
  return `${closeTicks(cut.slice(0, end > 30 ? end : LONGEST_TITLE).replace(/[\uD800-\uDBFF]$/, ''))}…`;
}

/** Equal for texts that say the same but for case, emphasis, quotes, dashes and blanks. */
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

/** The kind that a heading announces; what no word of it tells is a rule of the people here. */
export function kindOfHeading(heading: string): LessonKind {
  const words = heading.toLowerCase();
  return HEADINGS.find(([pattern]) => pattern.test(words))?.[1] ?? 'preference';
}

/** The first that fits. */
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

/** A code mark that was cut open would swallow what follows. */
function closeTicks(text: string): string {
  return (text.split('`').length - 1) % 2 === 0 ? text : `${text}\``;
}
