import { stripControls } from '../shared/terminal.ts';
import type { ClaimGroup } from './claim-group.ts';
import type { History } from './history.ts';
import type { LessonKind, Reach } from './lesson.ts';

/** What a group of claims says, in words. */
export interface Draft {
  kind: LessonKind;
  reach: Reach;
  title: string;
  guidance: string;
  /** What happened. */
  pattern: string;
  scope: string[];
  /** The rule under which it applies, where one can be written. */
  rule?: string;
  /** What must be so besides: the conditions of docs/triggers.md. */
  when?: string;
  /** Calls that match often work, and that says nothing against the lesson: it is about what came before or after them. */
  oftenWorks?: true;
}

/** Puts a group of claims into words; undefined where it says nothing worth telling. */
export type Wording = (group: ClaimGroup, history: History) => Draft | undefined;

/**
 * Text that came from a session and is quoted in a lesson: one line, no control characters, no backticks, bounded. What a tool
 * printed may be hostile; what does not fit is not quoted at all.
 */
export function quotable(text: string | undefined, longest = 160): string | undefined {
  if (text === undefined) return undefined;
  const line = text.trim();
  if (line === '' || line.length > longest) return undefined;
  return stripControls(line) !== line || /`|<!--|-->|\n/.test(line) ? undefined : line;
}

/**
 * A path that is quoted in a lesson. Anybody can name a file, also so that its name tells an agent what to do: a name that is a sentence is
 * not quoted.
 */
export function quotablePath(path: string | undefined, longest = 160): string | undefined {
  const isSentence = path?.split(/[\\/]/).some((name) => name.trim().split(/\s+/).length >= SENTENCE);
  return isSentence ? undefined : quotable(path, longest);
}

const SENTENCE = 5;

/** As code in Markdown. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** `a`, `b` and `c`. */
export function listWords(words: readonly string[], joiner = 'and'): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${joiner} ${words.at(-1)}`;
}

/** `once`, `twice`, `5 times`. */
export function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}
