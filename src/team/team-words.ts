import { createHash } from 'node:crypto';
import { refuseAdvice } from '../lessons/guard/refuse-advice.ts';
import type { Lesson, LessonKind, Reach } from '../lessons/lesson.ts';
import { readTrigger } from '../lessons/triggers/compile.ts';
import { cleanPrivate, type OwnMachine } from '../lifecycle/sharing/private-text.ts';
import { LESSON_KINDS } from '../memory/lesson-kinds.ts';
import { MOST_TEXT } from './rows.ts';

/** The part of a lesson that others are told: no counts, no calls, nothing of a machine. */
export interface TeamWords {
  kind: LessonKind;
  title: string;
  guidance: string;
  scope: string[];
  reach: Extract<Reach, 'project' | 'general' | 'machine'>;
  trigger?: { rule: string; when?: string };
}

/** Why words are not sent, or not accepted: the end of a sentence that begins with "it". */
export type RefusedWords = { refused: string };

/** The most paths of files that a lesson is about. */
const MOST_SCOPE = 50;

/** Prints words in one way, so that two machines that say the same send the same. */
export function printWords({ kind, title, guidance, scope, reach, trigger }: TeamWords): { id: string; text: string } {
  const text = JSON.stringify({
    kind,
    title,
    guidance,
    scope: [...scope].sort(),
    reach,
    trigger: trigger ? { rule: trigger.rule, when: trigger.when } : undefined,
  });
  return { id: hashWords(text), text };
}

function hashWords(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Returns the words of a lesson that may leave this machine, or why they may not. */
export async function wordsToSend(
  lesson: Pick<Lesson, 'kind' | 'title' | 'guidance' | 'scope' | 'reach' | 'trigger'>,
  machine: OwnMachine & { user: string },
): Promise<TeamWords | RefusedWords> {
  const { kind, title, guidance, scope, reach, trigger } = lesson;
  if (reach === 'user' || kind === 'preference') return { refused: 'is a preference of one person' };
  // A trigger that needs the error would match too much without it.
  const rule = trigger?.error === undefined ? trigger : undefined;
  const words: TeamWords = {
    kind,
    title: withoutCounts(title),
    guidance: withoutCounts(guidance),
    scope: [...scope],
    reach,
    trigger: rule ? { rule: rule.rule, when: rule.when } : undefined,
  };
  const texts = textsOf(words);
  if (texts.some((text) => text.includes('[redacted'))) return { refused: 'contains a secret or a private name' };
  for (const text of texts) {
    const [found] = (await cleanPrivate(text, machine)).lines;
    if (found) return { refused: `contains a ${found.kinds.join(' and a ')}` };
  }
  const names = [machine.user, machine.home.split(/[\\/]/).at(-1) ?? ''].filter(isName);
  if (names.some((name) => texts.some((text) => mentions(text, name)))) return { refused: 'contains your user name' };
  return checkForm(words) ?? words;
}

/**
 * Reads words that somebody in the team sent. They are as trustworthy as the text of a session: they must have the form of a lesson,
 * recommend nothing dangerous, and contain nothing that a lesson of this program never contains.
 */
export async function acceptWords(id: string, text: string): Promise<TeamWords | RefusedWords> {
  if (hashWords(text) !== id) return { refused: 'is not what it was sent as' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refused: 'is no lesson' };
  }
  const words = readWords(value);
  if (!words) return { refused: 'is no lesson' };
  const wrong = checkForm(words);
  if (wrong) return wrong;
  const danger = refuseAdvice(words.guidance) ?? refuseAdvice(words.title);
  if (danger) return { refused: danger.reason };
  for (const each of textsOf(words)) {
    // No folder of this machine is meant: every home folder and every address is private.
    const [found] = (await cleanPrivate(each, { checkouts: [], home: '', hasFolder: () => false })).lines;
    if (found) return { refused: `contains a ${found.kinds.join(' and a ')}` };
  }
  return words;
}

function textsOf({ title, guidance, scope, trigger }: TeamWords): string[] {
  return [title, guidance, ...scope, ...(trigger ? [trigger.rule, trigger.when ?? ''] : [])];
}

function readWords(value: unknown): TeamWords | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, title, guidance, scope, reach, trigger } = value as Record<string, unknown>;
  const known = LESSON_KINDS.find((each) => each === kind);
  if (known === undefined || known === 'preference') return undefined;
  if (typeof title !== 'string' || typeof guidance !== 'string' || title === '' || guidance === '') return undefined;
  if (!Array.isArray(scope) || scope.length > MOST_SCOPE || !scope.every((path) => typeof path === 'string'))
    return undefined;
  if (reach !== 'project' && reach !== 'general' && reach !== 'machine') return undefined;
  const words: TeamWords = { kind: known, title, guidance, scope: scope as string[], reach };
  if (trigger === undefined) return words;
  if (typeof trigger !== 'object' || trigger === null) return undefined;
  const { rule, when } = trigger as Record<string, unknown>;
  if (typeof rule !== 'string' || (when !== undefined && typeof when !== 'string')) return undefined;
  return { ...words, trigger: { rule, when } };
}

/** Says what no lesson of ours looks like. The limits are well above the longest that mining words. */
function checkForm(words: TeamWords): RefusedWords | undefined {
  const { title, guidance, scope, trigger } = words;
  const all = textsOf(words);
  if (title.length > 200 || guidance.length > 1_500 || all.some((text) => text.length > 2_000))
    return { refused: 'is too long' };
  // The database refuses it, and with it everything that is sent at the same time.
  if (scope.length > MOST_SCOPE || printWords(words).text.length > MOST_TEXT) return { refused: 'is too long' };
  // Line breaks, control characters, invisible characters and those that change the direction of writing.
  if (all.some((text) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)))
    return { refused: 'contains characters that nobody sees' };
  if (all.some((text) => /<!--|-->|```|<\/?[a-z][^>]*>.*<\/[a-z]/i.test(text))) return { refused: 'contains markup' };
  if (scope.some((path) => /^(?:[/\\~]|[A-Za-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path)))
    return { refused: 'is about files outside the project' };
  if (trigger && !readTrigger(trigger)) return { refused: 'has a trigger that cannot be read' };
  return undefined;
}

/** Removes counts such as `(15 of 18)`: they differ between machines that otherwise say the same. */
function withoutCounts(text: string): string {
  return text.replace(/ \(\d+ of \d+\)/g, '');
}

/** A login that is no name of a person tells nothing. */
function isName(user: string): boolean {
  return (
    user.length >= 3 &&
    ![
      'root',
      'user',
      'admin',
      'runner',
      'ubuntu',
      'node',
      'dev',
      'test',
      'app',
      'git',
      'home',
      'work',
      'vagrant',
      'jenkins',
      'builder',
      'vscode',
    ].includes(user)
  );
}

/** Whether a name stands in a text by itself. It may contain dots, dashes and the like: `ada.lovelace`. */
function mentions(text: string, name: string): boolean {
  const [where, what] = [text.toLowerCase(), name.toLowerCase()];
  const isPartOfWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1))
    if (!isPartOfWord(where[at - 1]) && !isPartOfWord(where[at + what.length])) return true;
  return false;
}
